import type { CameraDetail } from '../api/camera.js'
import { useCameraText } from '../text/use-camera-text.js'

type Status = CameraDetail['status']

const looks: Record<Status, readonly [badge: string, mark: string]> = {
  online: ['bg-ok-soft text-ok', 'rounded-full bg-ok'],
  pending: ['bg-surface-3 text-ink-2', 'rounded-full border-2 border-ink-3'],
  disabled: ['bg-surface-3 text-ink-2', 'rounded-full border-2 border-ink-3'],
  offline: ['bg-alarm-soft text-alarm', 'rotate-45 rounded-[1px] bg-alarm'],
  error: ['bg-warn-soft text-warn', 'rounded-[2px] bg-warn'],
}

/** Whether a camera is on line, as a word with a mark: round fine, square warns, diamond alarms, ring off. */
export function CameraState({ status }: { status: Status }) {
  const text = useCameraText().status
  // A service that is newer than the page may say others.
  const isKnown = status in looks
  const [badge, mark] = isKnown ? looks[status] : looks.pending
  return (
    <span
      className={`inline-flex h-5 items-center gap-[6px] rounded-1 px-[7px] text-xs font-strong whitespace-nowrap ${badge}`}
    >
      <span className={`size-2 ${mark}`} />
      {isKnown ? text[status] : status}
    </span>
  )
}
