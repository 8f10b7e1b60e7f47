import { useNavigate } from '@tanstack/react-router'
import { type Gateway, useDeleteGateway } from '../../api/gateways.js'
import { codeOf } from '../../api/second-factors.js'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Note } from '../../controls/note.js'
import { lastActions } from '../../frame/last-actions.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { useGatewayText } from './use-gateway-text.js'

interface DeleteProps {
  readonly gateway: Gateway
  /** How many it serves; null: not known yet. */
  readonly cameras: number | null
  readonly onClose: () => void
}

/** Asks before a gateway is deleted, and says what that does. One with cameras keeps them, and is kept. */
export function DeleteGateway({ gateway, cameras, onClose }: DeleteProps) {
  const text = useGatewayText()
  const close = useText().frame.close
  const language = useLanguage()
  const navigate = useNavigate()
  const remove = useDeleteGateway()
  const count = cameras ?? 0
  const deleteIt = (): void => {
    if (remove.isPending) return
    remove.mutate(gateway.id, {
      onSuccess: () => {
        lastActions.say(text.removed(gateway.name))
        void navigate({ to: '/health' })
      },
    })
  }
  return (
    <Dialog title={text.removeTitle(gateway.name)} closeLabel={close} onClose={onClose}>
      {count > 0 ? (
        <Note tone="warn">
          {count === 1 ? text.removeOneCamera : text.removeCameras(countOf(count, language))}
        </Note>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
          {text.removeDoes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div role="alert">
        {remove.isError && (
          <Note tone="alarm">
            {codeOf(remove.error) === 'validation_error' ? text.removeOneCamera : text.notRemoved}
          </Note>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {count === 0 && (
          <Button look="danger" className="max-wide:min-h-[44px]" onClick={deleteIt}>
            {text.remove}
          </Button>
        )}
        <Button className="max-wide:min-h-[44px]" onClick={onClose}>
          {text.keep}
        </Button>
      </div>
    </Dialog>
  )
}
