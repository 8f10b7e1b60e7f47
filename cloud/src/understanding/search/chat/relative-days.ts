import { dayAfter, localDay, offsetMs, startOfDay } from '../../../platform/time/calendar.js'
import { type DailyHours, partsOfDay } from '../../../platform/time/wall-clock.js'

/** A stretch of time. Milliseconds since the epoch; null leaves a side open. */
export interface Span {
  readonly from: number | null
  /** Not included. */
  readonly before: number | null
}

/** When and where a question is asked. */
export interface Moment {
  readonly now: number
  readonly timezone: string
}

const dayMs = 24 * 60 * 60 * 1000

/** The hours of `morning`, `afternoon`, `evening` or `night`; null for another word. */
export function hoursOfPart(part: string): DailyHours | null {
  const known: Readonly<Record<string, DailyHours>> = partsOfDay
  return known[part] ?? null
}

export const dayBefore = (day: string): string => shifted(day, -1)

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** A day of the calendar, and none that services have no events of. */
export function isRealDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return (
    !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && day >= '1970-01-02' && day < '2200'
  )
}

/** The first moment after a day. */
export const endOfDay = ({ timezone }: Moment, day: string): number => startOfDay(dayAfter(day), timezone)

/** The whole day so many days before today. */
export function daysAgo(at: Moment, days: number): Span {
  const day = shifted(localDay(at.now, at.timezone), -days)
  return { from: startOfDay(day, at.timezone), before: endOfDay(at, day) }
}

/** A part of one day; null for a word that names none. */
export function partOf(at: Moment, day: string, part: string): Span | null {
  const hours = hoursOfPart(part)
  if (!hours) return null
  return between(at, `${day} ${hours.from}`, `${hours.to < hours.from ? dayAfter(day) : day} ${hours.to}`)
}

/** From one time on the clock to another. */
export function between(at: Moment, from: string, before: string): Span {
  return { from: momentOf(from, at.timezone), before: momentOf(before, at.timezone) }
}

/** @param text `YYYY-MM-DD HH:MM` on the clock of the time zone */
function momentOf(text: string, timezone: string): number {
  const shown = Date.parse(`${text.replace(' ', 'T')}:00Z`)
  return shown - offsetMs(shown - offsetMs(shown, timezone), timezone)
}

/** A whole week; weeks begin on Monday. */
export function weekOf(at: Moment, weeksAgo: number): Span {
  const today = localDay(at.now, at.timezone)
  const monday = shifted(today, -((weekdayOf(today) + 6) % 7) - weeksAgo * 7)
  return { from: startOfDay(monday, at.timezone), before: startOfDay(shifted(monday, 7), at.timezone) }
}

/** A whole month. */
export function monthOf(at: Moment, monthsAgo: number): Span {
  const [year = 0, month = 1] = localDay(at.now, at.timezone).split('-').map(Number)
  const first = (more: number) => new Date(Date.UTC(year, month - 1 + more, 1)).toISOString().slice(0, 10)
  return {
    from: startOfDay(first(-monthsAgo), at.timezone),
    before: startOfDay(first(1 - monthsAgo), at.timezone),
  }
}

/** The latest day of this name: today's too, unless `last` is said. */
export function latest(at: Moment, weekday: number, isLast: boolean): string {
  const today = localDay(at.now, at.timezone)
  const back = (weekdayOf(today) - weekday + 7) % 7
  return shifted(today, -(back === 0 && isLast ? 7 : back))
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
