import { useLanguage } from '../text/use-text.js'
import { exactTime, momentOf } from './format.js'
import { useNow } from './use-now.js'
import { zoneNotKnownYet } from './zone.js'

const minuteMs = 60_000

/** A time where it happened; all of it, with its offset, on hovering. Until the zone is known its place is kept. */
export function Moment({ at, zone, className }: { at: string; zone: string; className?: string }) {
  const language = useLanguage()
  const now = useNow(minuteMs)
  const date = new Date(at)
  const isHeld = zone === zoneNotKnownYet
  const manner = { language, zone: isHeld ? 'UTC' : zone }
  return (
    <time
      dateTime={at}
      title={exactTime(date, manner)}
      className={isHeld ? `invisible ${className}` : className}
    >
      {momentOf(date, now, manner)}
    </time>
  )
}
