import { lazy, type ReactNode, Suspense } from 'react'
import { useDiagnostics } from '../../api/camera.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useText } from '../../text/use-text.js'
import type { CameraTab } from './camera-search.js'
import { CameraTabs } from './camera-tabs.js'
import type { KnownCamera } from './use-known-camera.js'
import type { TimelineOfDays } from './use-timeline.js'

const Connectivity = lazy(async () => ({ default: (await import('./connectivity.js')).Connectivity }))
const Health = lazy(async () => ({ default: (await import('./health.js')).Health }))

interface AsideProps {
  readonly camera: KnownCamera
  readonly tab: CameraTab
  readonly timeline: TimelineOfDays
  /** The events of the day. */
  readonly children: ReactNode
}

/** What stands beside the picture of a camera: its events with why there is no picture, or how it fares. */
export function CameraAside({ camera: { id, zone, detail }, tab, timeline, children }: AsideProps) {
  const text = useCameraText()
  const { frame } = useText()
  return (
    <aside className="flex min-h-0 flex-none flex-col max-wide:order-last wide:w-[366px]">
      <CameraTabs hasDetail={detail !== null} />
      {timeline.error !== null && (
        <div className="px-4 pt-3">
          <Note tone="warn">
            {text.eventsFailed}{' '}
            <Button small onClick={timeline.again}>
              {frame.tryAgain}
            </Button>
          </Note>
        </div>
      )}
      {tab === 'events' ? (
        <>
          {detail ? (
            <Trouble cameraId={id} zone={zone} />
          ) : (
            <p className="px-4 pt-3 text-ink-2">{text.deleted}</p>
          )}
          {children}
        </>
      ) : (
        <Suspense fallback={<p className="appear-late p-4 text-ink-3">{frame.loading}</p>}>
          <Health cameraId={id} zone={zone} />
        </Suspense>
      )}
    </aside>
  )
}

/** Why there is no live picture, and what to do; nothing where there is one. */
function Trouble({ cameraId, zone }: { cameraId: string; zone: string }) {
  const { data } = useDiagnostics(cameraId)
  if (!data || data.connectivity.ok) return null
  return (
    <div className="px-4 pt-3">
      <Suspense>
        <Connectivity facts={data} zone={zone} />
      </Suspense>
    </div>
  )
}
