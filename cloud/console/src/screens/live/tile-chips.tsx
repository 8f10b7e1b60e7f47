import type { EventItem } from '../../api/events.js'
import { kindColours, kindIcons, kindOf } from '../../events/kind.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { durationOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { isRecording, secondsOf } from './tile-facts.js'

const chip = 'flex h-[22px] min-w-0 items-center gap-[5px] rounded-1 px-[7px] text-xs font-strong'

/** The rule that nobody has answered yet. */
export function AlertChip({ name }: { name: string }) {
  return (
    <span className={`${chip} bg-alarm-fill text-white`}>
      <Icon name="alerts" size={13} />
      <span className="truncate">{name}</span>
    </span>
  )
}

/** What happens here now, and for how long. */
export function EventChip({ event, isLarge }: { event: EventItem; isLarge: boolean }) {
  const { events, wall } = useText()
  const language = useLanguage()
  const now = useNow(1_000)
  const kind = kindOf(event)
  const seconds = durationOf(secondsOf(event, now.getTime()), language)
  return (
    <>
      <span className={`${chip} bg-scrim`}>
        <span className={`on-picture ${kindColours[kind]}`}>
          <Icon name={kindIcons[kind]} size={13} />
        </span>
        <span className={isLarge ? 'truncate' : 'sr-only'}>{events.kinds[kind]}</span>
        <span className="whitespace-nowrap">
          {isLarge && '· '}
          {seconds}
        </span>
      </span>
      {isLarge && isRecording(event) && (
        <span className={`${chip} bg-scrim`}>
          <Icon name="signal" size={13} />
          {wall.recording}
        </span>
      )}
    </>
  )
}
