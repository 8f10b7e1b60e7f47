import { useState } from 'react'
import { type AnalysisFocus, useFocusHistory } from '../../../api/focus.js'
import { Button } from '../../../controls/button.js'
import { useText } from '../../../text/use-text.js'
import { Moment } from '../../../time/moment.js'
import { clockOfEnd } from './focus-draft.js'
import { useFocusText } from './use-focus-text.js'

interface FocusHistoryProps {
  readonly cameraId: string
  readonly zone: string
  /** The version in force. */
  readonly newest: number
  /** Puts a version into the fields; it is saved like anything else. */
  readonly onUse: (version: AnalysisFocus) => void
}

/** What was looked for before, by whom, and back to it. */
export function FocusHistory({ cameraId, zone, newest, onUse }: FocusHistoryProps) {
  const text = useFocusText()
  const { frame } = useText()
  const [isOpen, setOpen] = useState(false)
  const { data, isError, refetch } = useFocusHistory(cameraId, isOpen)
  if (newest === 0) return null
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line pt-4"
    >
      <summary className="min-h-(--target) cursor-pointer font-strong text-ink-2">{text.history}</summary>
      {isError && (
        <p role="alert" className="pt-2 text-alarm">
          {text.historyFailed}{' '}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </p>
      )}
      <ol className="flex flex-col gap-2 pt-2">
        {data?.data.map((version) => (
          <li
            key={version.version}
            data-version={version.version}
            className="flex flex-col gap-2 rounded-2 bg-surface-2 p-3 light-edge"
          >
            <div className="flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1">
                <span className="font-strong">{text.versionNumber(version.version)}</span>
                <span className="text-ink-3">
                  {' · '}
                  {version.updated_by?.name}
                  {version.updated_at !== null && (
                    <>
                      {' · '}
                      <Moment at={version.updated_at} zone={zone} />
                    </>
                  )}
                </span>
              </p>
              {version.version === newest ? (
                <span className="text-xs text-ink-3">{text.inForce}</span>
              ) : (
                <Button small onClick={() => onUse(version)}>
                  {text.use}
                </Button>
              )}
            </div>
            <Said name={text.look} words={version.focus_text} />
            <Said name={text.ignore} words={version.ignore_guidance} />
            {version.monitoring_schedule.map(({ days, from, to }) => (
              <p key={`${days.join()} ${from} ${to}`} className="text-xs text-ink-2">
                {days.map((day) => text.dayShort[day]).join(' ')} {from}–{clockOfEnd(to)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {data && data.total > data.data.length && <p className="pt-2 text-xs text-ink-3">{text.older}</p>}
    </details>
  )
}

function Said({ name, words }: { name: string; words: string }) {
  if (words === '') return null
  return (
    <div>
      <p className="text-xs text-ink-3">{name}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{words}</p>
    </div>
  )
}
