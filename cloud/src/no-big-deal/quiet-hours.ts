import { type QuietWindow, Weekday } from '@sightline/protocol'
import { offsetMs } from '../platform/calendar.js'

/** What the clock on the wall shows. */
export interface WallTime {
  /** The day by the calendar: `2026-03-29`. */
  readonly day: string
  /** 0 for Monday up to 6 for Sunday. */
  readonly weekday: number
  /** Since midnight, 0 to 1439. */
  readonly minute: number
}

const msPerMinute = 60_000

/** @param timezone IANA name */
export function wallTime(at: Date, timezone: string): WallTime {
  const shown = new Date(at.getTime() + offsetMs(at.getTime(), timezone))
  return {
    day: shown.toISOString().slice(0, 10),
    weekday: (shown.getUTCDay() + 6) % 7,
    minute: Math.floor((shown.getTime() % (1440 * msPerMinute)) / msPerMinute),
  }
}

/**
 * The first of the windows in which the clock at the site showed the moment. When clocks go back, an hour comes twice
 * and is quiet both times; an hour that they skip does not come.
 */
export function quietWindowAt(
  windows: readonly QuietWindow[],
  at: Date,
  timezone: string,
): QuietWindow | undefined {
  if (windows.length === 0) return undefined
  const { weekday, minute } = wallTime(at, timezone)
  return windows.find(({ days, from, to }) => {
    const [begin, end] = [minuteOf(from), minuteOf(to)]
    const on = (day: number) => days.some((name) => name === Weekday.options[(day + 7) % 7])
    if (begin < end) return on(weekday) && minute >= begin && minute < end
    // Over midnight the hours belong to the day on which they begin.
    return (on(weekday) && minute >= begin) || (on(weekday - 1) && minute < end)
  })
}

/** Minutes since midnight of `HH:MM`. */
export function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** `HH:MM` of minutes since midnight; 1440 is `24:00`. */
export function clockOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
