import { clockZone, storedTimezone } from '../../platform/time/stored-timezone.js'

/** The zone in which somebody reads times: their own choice, or else the organisation's. */
export function zoneOf(preferred: unknown, ofOrganisation: string): string {
  return (typeof preferred === 'string' ? storedTimezone(preferred) : null) ?? clockZone(ofOrganisation)
}

/** `Wednesday, 1 July 2026, 10:15:00 (Europe/Berlin)`, put together here because releases of ICU differ. */
export function longTime(moment: Date, timezone: string): string {
  const { weekday, day, month, year, clock } = partsOf(moment, timezone)
  return `${weekday}, ${day} ${month} ${year}, ${clock} (${timezone})`
}

/** `1 July, 10:15:00`. */
export function shortTime(moment: Date, timezone: string): string {
  const { day, month, clock } = partsOf(moment, timezone)
  return `${day} ${month}, ${clock}`
}

function partsOf(moment: Date, timezone: string) {
  const parts = formatOf(timezone).formatToParts(moment)
  const of = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return {
    weekday: of('weekday'),
    day: of('day'),
    month: of('month'),
    year: of('year'),
    clock: `${of('hour')}:${of('minute')}:${of('second')}`,
  }
}

/** Making one costs more than using it, and organisations use few zones. */
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 100

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: clockZone(timezone),
    hourCycle: 'h23',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size < mostFormats) formats.set(timezone, format)
  return format
}
