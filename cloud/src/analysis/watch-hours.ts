import type { MonitoringSchedule } from '@sightline/protocol'
import { offsetMs } from '../platform/calendar.js'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** What calendar and clock show at a moment: `sat 2026-03-14 22:15 (Europe/Berlin)`. */
export function localTime(at: Date, timezone: string): string {
  const { weekday, day, minutes } = shown(at, timezone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${weekday} ${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} (${timezone})`
}

/** True if a moment lies in the hours of a schedule; an empty one holds all. */
export function isWatched(schedule: MonitoringSchedule, at: Date, timezone: string): boolean {
  if (schedule.length === 0) return true
  const { weekday, minutes } = shown(at, timezone)
  const before = weekdays[(weekdays.indexOf(weekday) + 6) % 7]
  return schedule.some(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    if (begin < end) return days.includes(weekday) && minutes >= begin && minutes < end
    // Over midnight: the evening of a day, or the morning after one.
    if (days.includes(weekday) && minutes >= begin) return true
    return before !== undefined && days.includes(before) && minutes < end
  })
}

function shown(at: Date, timezone: string) {
  const local = new Date(at.getTime() + offsetMs(at.getTime(), timezone))
  return {
    weekday: weekdays[local.getUTCDay()] ?? 'sun',
    day: local.toISOString().slice(0, 10),
    minutes: local.getUTCHours() * 60 + local.getUTCMinutes(),
  }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
