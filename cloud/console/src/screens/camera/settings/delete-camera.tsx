import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDeleteCamera } from '../../../api/camera-settings.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { lastActions } from '../../../frame/last-actions.js'
import { useText } from '../../../text/use-text.js'
import { Group } from './controls.js'
import { useSettingsText } from './use-settings-text.js'

interface DeleteCameraProps {
  readonly id: string
  readonly name: string
}

/** Deletes the camera, once somebody has read what that does. */
export function DeleteCamera({ id, name }: DeleteCameraProps) {
  const text = useSettingsText()
  const { frame } = useText()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, isError, reset } = useDeleteCamera(id)
  const close = (): void => {
    setAsked(false)
    reset()
  }
  const confirm = (): void =>
    mutate(undefined, {
      onSuccess: () => {
        lastActions.say(text.deleted(name))
        // Nothing that was typed matters any more.
        void navigate({ to: '/cameras', ignoreBlocker: true })
      },
    })
  return (
    <Group title={text.delete}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-[24ch] flex-1 text-xs text-ink-3">{text.deleteSays}</p>
        <Button icon="trash" onClick={() => setAsked(true)}>
          {text.deleteCamera}
        </Button>
      </div>
      {isAsked && (
        <Dialog title={text.deleteTitle(name)} closeLabel={frame.close} onClose={close}>
          <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2">
            {text.deleteDoes.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {isError && (
            <p role="alert" className="text-alarm">
              {text.notDeleted}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{text.keep}</Button>
            <Button look="danger" disabled={isPending} onClick={confirm}>
              {text.deleteCamera}
            </Button>
          </div>
        </Dialog>
      )}
    </Group>
  )
}
