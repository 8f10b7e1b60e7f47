import { Suspense, useState } from 'react'
import type { Verdict } from '../../api/adding-cameras.js'
import { Button, buttonClass } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { useTroubles } from '../../text/use-troubles.js'
import { type Draft, whereIs } from './draft.js'
import { type Mend, mendingOf } from './mend.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

interface MendButtonProps {
  readonly verdict: Verdict
  readonly draft: Draft
  /** Null: nobody can look there, or this person may not have it looked. */
  readonly onScan: ((targets?: readonly string[]) => void) | null
  readonly onAskPaths: () => void
  readonly onPassword: () => void
}

/** What to do about a fault: where the make has the setting, and the button that mends it. */
export function MendButton({ verdict, draft, onScan, onAskPaths, onPassword }: MendButtonProps) {
  const text = useAddCamerasText()
  const { hint, fault } = verdict
  const { mend } = mendingOf(fault)
  const where = whereIs(draft)
  const acts: Partial<Record<Mend, (() => void) | null>> = {
    password: onPassword,
    lookFor: onScan && (() => onScan()),
    port: onScan && where !== '' ? () => onScan([where]) : null,
    paths: draft.by === 'rtsp' ? onAskPaths : null,
  }
  const labels: Partial<Record<Mend, string>> = {
    password: text.mend.password,
    lookFor: text.mend.lookFor,
    port: text.mend.port,
    paths: text.mend.paths,
  }
  const act = acts[mend]
  const label = labels[mend]
  return (
    <div className="flex flex-col gap-3">
      <Suspense>
        <Hint hint={hint} />
      </Suspense>
      <div className="flex flex-wrap gap-2">
        {act && label !== undefined && (
          // On a phone the field is the next thing below.
          <Button onClick={act} className={mend === 'password' ? 'max-wide:hidden' : ''}>
            {label}
          </Button>
        )}
        {mend === 'codec' && <CodecSteps />}
        {(mend === 'codec' || mend === 'ownPage') && where !== '' && <OwnPage host={where} />}
        {mend === 'trust' && (
          <CopyCommand label={text.mend.copyTrust} command={`agent trust ${addressOf(draft)}`} />
        )}
        {mend === 'capture' && (
          <CopyCommand
            label={text.mend.copyCapture}
            command={`agent probe ${addressOf(draft)} --capture camera.capture`}
          />
        )}
      </div>
    </div>
  )
}

function Hint({ hint }: Pick<Verdict, 'hint'>) {
  const hints = useTroubles()?.hints
  return hint && <Note tone="accent">{hints?.[hint.code] ?? hint.message}</Note>
}

/** As the program of the gateway takes it; without an account. */
const addressOf = ({ by, host, port, url }: Draft): string =>
  by === 'rtsp' ? url.trim() : `${host.trim()}:${port}`

function CodecSteps() {
  const text = useAddCamerasText()
  return (
    <details className="w-full">
      <summary className="cursor-pointer py-1 font-strong text-accent">{text.mend.codec}</summary>
      <ol className="ml-5 list-decimal py-1 text-ink-2">
        {text.mend.codecSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  )
}

/** The page of the camera, which whoever stands on its network can open. */
function OwnPage({ host }: { host: string }) {
  const text = useAddCamerasText()
  return (
    <a href={`http://${host}/`} target="_blank" rel="noreferrer noopener" className={buttonClass({})}>
      {text.mend.ownPage}
    </a>
  )
}

function CopyCommand({ label, command }: { label: string; command: string }) {
  const text = useAddCamerasText()
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null)
  const copy = () =>
    // Only secure pages have a clipboard.
    void Promise.resolve(navigator.clipboard?.writeText(command) ?? Promise.reject(new Error('none'))).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    )
  return (
    <div className="flex w-full flex-col items-start gap-2">
      <p className="text-xs text-ink-3">{text.mend.runAtGateway}</p>
      <code className="max-w-full overflow-x-auto rounded-1 bg-surface-2 px-2 py-1 text-xs whitespace-nowrap select-all">
        {command}
      </code>
      <span className="flex items-center gap-2">
        <Button icon="copy" onClick={copy}>
          {label}
        </Button>
        <span role="status" className="text-xs text-ink-2">
          {outcome !== null && text.mend[outcome]}
        </span>
      </span>
    </div>
  )
}
