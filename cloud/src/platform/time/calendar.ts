import { clockZone } from './stored-timezone.js'

/**
 * What a clock on the wall shows in a time zone, and when days and hours begin there. Time zones are IANA names, and
 * stored ones that are no more count as what they were, or as UTC;
 * moments are milliseconds since the Unix epoch.
 */

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Making a format costs a hundred times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** How far local time is ahead of UTC at a moment, milliseconds */
export function offsetMs(at: number, timezone: string): number {
  const values: Record<string, number> = {}
  for (const { type, value } of formatOf(timezone).formatToParts(at)) values[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = values
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: clockZone(timezone),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timezone, made)
  return made
}

/** The day that the calendar shows: `2026-03-14`. */
export function localDay(at: number, timezone: string): string {
  return new Date(at + offsetMs(at, timezone)).toISOString().slice(0, 10)
}

/** The day after a day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

/**
 * The first moment of a day. Where clocks go back over midnight it is the earlier of two; where they skip midnight,
 * as in Santiago each September, it is the moment to which they skip.
 * @param day `YYYY-MM-DD`
 */
export function startOfDay(day: string, timezone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // A change of the clocks near this midnight lies between the two.
  const guesses = [midnight + dayMs, midnight - dayMs].map((near) => midnight - offsetMs(near, timezone))
  const showsMidnight = guesses.filter((guess) => guess + offsetMs(guess, timezone) === midnight)
  return showsMidnight.length > 0 ? Math.min(...showsMidnight) : Math.max(...guesses)
}

/** The first moment of the hour that the clock shows at `at`. */
export function startOfHour(at: number, timezone: string): number {
  return at - ((((at + offsetMs(at, timezone)) % hourMs) + hourMs) % hourMs)
}

/**
 * When the hour that begins at `start` ends: an hour later, or where the clocks change by half an hour, when they
 * next show a full one.
 */
export function endOfHour(start: number, timezone: string): number {
  const end = start + hourMs
  const shown = (end + offsetMs(end, timezone)) % hourMs
  return shown === 0 ? end : end + hourMs - shown
}
