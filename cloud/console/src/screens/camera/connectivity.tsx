import { Suspense } from 'react'
import type { CameraDiagnostics } from '../../api/camera.js'
import { useFault } from '../../cameras/use-fault.js'
import { Note } from '../../controls/note.js'
import { Moment } from '../../time/moment.js'
import { useHealthText } from './use-health-text.js'

/** Whether the camera is received, and else why not and what to do. */
export function Connectivity(props: ConnectivityProps) {
  return (
    <Suspense>
      <Said {...props} />
    </Suspense>
  )
}

interface ConnectivityProps {
  readonly facts: CameraDiagnostics
  readonly zone: string
}

function Said({ facts, zone }: ConnectivityProps) {
  const text = useHealthText()
  const { ok, since, cause } = facts.connectivity
  const { message, remedy, detail } = useFault()(facts.connectivity)
  return (
    <Note tone={ok ? 'ok' : cause === 'disabled' || cause === 'waiting' ? 'plain' : 'warn'}>
      <p className="font-strong">{ok ? text.fine : message}</p>
      {remedy !== null && <p>{remedy}</p>}
      {detail !== null && (
        <p lang="en" className="text-xs text-ink-2 [overflow-wrap:anywhere]">
          {detail}
        </p>
      )}
      <p className="text-xs text-ink-2">
        <Since words={text.since} at={since} zone={zone} />
      </p>
    </Note>
  )
}

function Since({ words, at, zone }: { words: (time: string) => string; at: string; zone: string }) {
  const [before = '', after = ''] = words('|').split('|')
  return (
    <>
      {before}
      <Moment at={at} zone={zone} />
      {after}
    </>
  )
}
