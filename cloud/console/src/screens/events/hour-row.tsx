import { useLanguage, useText } from '../../text/use-text.js'
import { clockTime, dayName } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { boundsOfDay, dayOf } from '../../time/zone.js'

interface HourRowProps {
  /** YYYY-MM-DD. */
  readonly day: string
  /** 0 to 23. */
  readonly hour: number
  /** IANA name. */
  readonly zone: string
}

const minuteMs = 60_000
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The hour of the events below it; its day, where that is not today. */
export function HourRow({ day, hour, zone }: HourRowProps) {
  const text = useText().events
  const language = useLanguage()
  const now = useNow(minuteMs)
  const manner = { language, zone }
  const isToday = dayOf(now.getTime(), zone) === day
  const isNow = isToday && clockTime(now, manner).startsWith(clock(hour).slice(0, 2))
  const hours = isNow ? text.untilNow(clock(hour)) : text.hours(clock(hour), clock((hour + 1) % 24))
  // Noon: whatever the clocks do at night, it is that day.
  const noon = new Date(boundsOfDay(day, zone).from + 12 * 60 * minuteMs)
  return (
    <h2 className="flex h-full items-end px-[6px] pb-[5px] text-xs text-ink-3">
      {isToday ? hours : `${dayName(noon, now, manner)}, ${hours}`}
    </h2>
  )
}
