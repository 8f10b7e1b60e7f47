import { Weekday } from '@sightline/protocol'
import { offsetMs } from './calendar.js'

/** Monday first. */
export const weekdays = Weekday.options

/** What a clock on the wall and the calendar beside it show. */
export interface WallTime {
  /** `2026-03-29`. */
  readonly day: string
  readonly weekday: Weekday
  /** Since midnight, 0 to 1439. */
  readonly minute: number
}

/**
 * Hours of the day as people set them, `HH:MM`: from the first, up to the other, which is not included. Those that end
 * before they begin, or when they begin, end on the next day.
 */
export interface DailyHours {
  readonly from: string
  /** 24:00 is the end of the day. */
  readonly to: string
  /** The days on which the hours begin; every day if absent. */
  readonly days?: readonly Weekday[] | undefined
}

/** What people are taken to mean by the parts of a day, wherever they name them in a sentence. */
export const partsOfDay = {
  morning: { from: '06:00', to: '12:00' },
  afternoon: { from: '12:00', to: '18:00' },
  evening: { from: '18:00', to: '22:00' },
  night: { from: '22:00', to: '06:00' },
} as const satisfies Readonly<Record<string, DailyHours>>

const minuteMs = 60_000
const dayMinutes = 1_440

/** @param timezone IANA name */
export function wallTime(at: Date, timezone: string): WallTime {
  const shown = new Date(at.getTime() + offsetMs(at.getTime(), timezone))
  return {
    day: shown.toISOString().slice(0, 10),
    weekday: weekdays[(shown.getUTCDay() + 6) % 7] ?? 'mon',
    minute: Math.floor(shown.getTime() / minuteMs) % dayMinutes,
  }
}

/**
 * Whether the clock shows a time within the hours. When clocks go back, an hour comes twice and is within both times;
 * one that they skip does not come.
 */
export function isWithinHours({ from, to, days }: DailyHours, { weekday, minute }: WallTimeOfWeek): boolean {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  const begins = (day: Weekday) => days === undefined || days.includes(day)
  if (begin < end) return minute >= begin && minute < end && begins(weekday)
  return (minute >= begin && begins(weekday)) || (minute < end && begins(dayBefore[weekday]))
}

/** A time of the week, of whichever week. */
type WallTimeOfWeek = Pick<WallTime, 'weekday' | 'minute'>

const dayBefore: Readonly<Record<Weekday, Weekday>> = {
  mon: 'sun',
  tue: 'mon',
  wed: 'tue',
  thu: 'wed',
  fri: 'thu',
  sat: 'fri',
  sun: 'sat',
}

/** Minutes since midnight of `HH:MM`; of `24:00` 1440. */
export function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** `HH:MM` of minutes since midnight; of 1440 `24:00`. */
export function clockOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** A moment as models and people read it: `sat 2026-03-14 22:15 (Europe/Berlin)`. */
export function shownTime(at: Date, timezone: string): string {
  const { weekday, day, minute } = wallTime(at, timezone)
  return `${weekday} ${day} ${clockOf(minute)} (${timezone})`
}
