import { type FormEvent, Suspense, useRef, useState } from 'react'
import type { CameraDetail } from '../../../api/camera.js'
import { type Trial, useChangeCamera, useTryConnection } from '../../../api/camera-settings.js'
import { RefusedWords } from '../../../cameras/refused-words.js'
import { Button } from '../../../controls/button.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { connectionOf, fieldsOf, isWhole, type Typed } from './connection.js'
import { Group } from './controls.js'
import { TrialVerdict } from './trial-verdict.js'
import { refusalOf } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

/**
 * Where the camera is and by which account. The service gives neither away: what is left empty stays as it is. It connects to
 * the camera before it stores anything.
 */
export function ConnectionGroup({
  camera,
  onTyped,
}: {
  camera: CameraDetail
  onTyped: (is: boolean) => void
}) {
  const text = useSettingsText()
  const { id, type } = camera
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>({})
  const trial = useTryConnection()
  const saving = useChangeCamera(id)
  const refused = saving.isError ? refusalOf(saving.error) : null
  const change = connectionOf(typed, type)
  const isAsking = trial.isPending || saving.isPending
  const takeIn = (event: FormEvent<HTMLFormElement>): void => {
    const now = readTyped(event.currentTarget)
    setTyped(now)
    onTyped(Object.keys(connectionOf(now, type)).length > 0)
    trial.reset()
    saving.reset()
  }
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (Object.keys(change).length === 0 || isAsking) return
    trial.reset()
    saving.mutate(change, {
      onSuccess: () => {
        form.current?.reset()
        setTyped({})
        onTyped(false)
      },
    })
  }
  const tryIt = (): void => {
    saving.reset()
    const { connection_mode, gateway_id } = camera
    const body: Trial = { type, connection_mode, gateway_id, ...change }
    trial.mutate(body)
  }
  return (
    <Group title={text.connection}>
      <p className="text-xs text-ink-3">{text.connectionSays}</p>
      <form ref={form} noValidate onInput={takeIn} onSubmit={save} className="flex flex-col gap-4">
        {fieldsOf(type).map((name) => (
          <Field
            key={name}
            name={name}
            label={text.connectionFields[name]}
            placeholder={text.asItIs}
            type={name.endsWith('password') ? 'password' : 'text'}
            inputMode={name === 'port' ? 'numeric' : name.endsWith('url') ? 'url' : 'text'}
            autoComplete={name.endsWith('password') ? 'new-password' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            problem={refused?.kind === 'refused' ? refused.fields[name] : undefined}
          />
        ))}
        {refused && (
          <div role="alert">
            <Note tone="warn">
              <p className="font-strong">{text.notConnected}</p>
              <p className="[overflow-wrap:anywhere]">
                {refused.kind === 'refused' ? (
                  <RefusedWords fault={refused.fault} message={refused.sentence} />
                ) : (
                  text.notSaved
                )}
              </p>
            </Note>
          </div>
        )}
        <Suspense>
          <TrialVerdict trial={trial} />
        </Suspense>
        <div role="status" className="text-ink-2 empty:hidden">
          {isAsking && text.connecting}
          {saving.isSuccess && Object.keys(change).length === 0 && text.connectionSaved}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={Object.keys(change).length === 0 || isAsking}>
            {text.connectAndSave}
          </Button>
          <Button look="bare" disabled={!isWhole(change, type) || isAsking} onClick={tryIt}>
            {text.connectOnly}
          </Button>
        </div>
        <p className="text-xs text-ink-3">{text.connectOnlySays}</p>
      </form>
      {type === 'onvif' && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-[24ch] flex-1 text-xs text-ink-3">{text.refreshSays}</p>
          <Button
            icon="again"
            disabled={isAsking}
            // What it is already: the service connects, and takes over what the camera offers by now.
            onClick={() => saving.mutate({ onvif_channel: camera.onvif_channel })}
          >
            {text.refresh}
          </Button>
        </div>
      )}
    </Group>
  )
}

function readTyped(form: HTMLFormElement): Typed {
  const typed: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed[name] = value
  return typed
}
