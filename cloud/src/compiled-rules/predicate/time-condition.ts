import type { PredicateCondition } from '@sightline/protocol'
import type { LocalTime, PreparedFacts } from './prepared-facts.js'
import type { Finding } from './truth.js'

export type TimeCondition = Extract<PredicateCondition, { op: 'time' }>

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/**
 * Whether the clock on the wall showed a time within the hours. When clocks go back, an hour comes twice and is within
 * both times; one that they skip does not come.
 */
export function judgeTime(condition: TimeCondition, prepared: PreparedFacts): Finding {
  const local = prepared.localTime(condition.timezone ?? prepared.facts.timezone)
  const held = isWithin(condition, local)
  const on = condition.days === undefined ? '' : ` on ${condition.days.join(', ')}`
  const shown = `${clockText(local.minuteOfDay)}${condition.days === undefined ? '' : ` on ${weekdays[local.weekday] ?? ''}`}`
  return { held, why: `time ${shown} is ${held ? '' : 'not '}within ${condition.from}-${condition.to}${on}` }
}

/** Whether a time of a day of the week is within the hours. */
export function isWithin({ from, to, days }: TimeCondition, { weekday, minuteOfDay }: LocalTime): boolean {
  const begins = minutesOf(from)
  const ends = minutesOf(to)
  const isDay = (index: number) => {
    const day = weekdays[(index + 7) % 7]
    return day !== undefined && (days === undefined || days.includes(day))
  }
  if (begins < ends) return minuteOfDay >= begins && minuteOfDay < ends && isDay(weekday)
  return (minuteOfDay >= begins && isDay(weekday)) || (minuteOfDay < ends && isDay(weekday - 1))
}

/** `22:30` in minutes since midnight. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** Minutes since midnight as `22:30`. */
export function clockText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
