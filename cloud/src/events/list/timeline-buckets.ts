import { type EventTimelineQuery, timelineBucketsAtMost } from '@sightline/protocol'
import { invalid } from '../../platform/errors.js'
import { dayAfter, endOfHour, localDay, startOfDay, startOfHour } from '../../platform/time/calendar.js'
import type { DateRange } from '../../platform/time/date-range.js'

type Interval = EventTimelineQuery['interval']

const lengthMs: Record<Interval, number> = { hour: 3_600_000, day: 24 * 3_600_000 }
/** Buckets of a timeline whose beginning was left open. */
const usual: Record<Interval, number> = { hour: 24, day: 30 }

/** A stretch with both ends: from its first moment on and before its end. Milliseconds since the epoch. */
interface Stretch {
  readonly from: number
  readonly before: number
}

/** Closes what a range leaves open: at its end by now, at its beginning by so much before its end as is usual. */
export function stretchOf({ from, before }: DateRange, interval: Interval, now: number): Stretch {
  const end = before?.getTime() ?? now
  return { from: from?.getTime() ?? end - usual[interval] * lengthMs[interval], before: end }
}

/**
 * Where the buckets of a stretch begin, and where the last one ends: one moment more than there are buckets. Hours and
 * days are those that a clock on the wall shows, so that a day has 23 or 25 hours where clocks change.
 * @throws AppError invalid if there are more than an answer may hold
 */
export function bucketBounds({ from, before }: Stretch, interval: Interval, timezone: string): number[] {
  if (from >= before) return []
  // Before anything is counted out: the stretch may be two hundred years.
  if ((before - from) / lengthMs[interval] > timelineBucketsAtMost) throw tooMany()
  const bounds = interval === 'hour' ? hourBounds(from, before, timezone) : dayBounds(from, before, timezone)
  if (bounds.length - 1 > timelineBucketsAtMost) throw tooMany()
  return bounds
}

const tooMany = () =>
  invalid(`date_from: at most ${timelineBucketsAtMost} buckets: choose a shorter stretch, or interval=day`)

function hourBounds(from: number, before: number, timezone: string): number[] {
  const bounds = [startOfHour(from, timezone)]
  for (let end = bounds[0] ?? from; end < before; ) {
    end = endOfHour(end, timezone)
    bounds.push(end)
  }
  return bounds
}

function dayBounds(from: number, before: number, timezone: string): number[] {
  let day = localDay(from, timezone)
  const bounds = [startOfDay(day, timezone)]
  for (let end = bounds[0] ?? from; end < before; ) {
    day = dayAfter(day)
    end = startOfDay(day, timezone)
    // A day that a time zone left out has no length.
    if (end > (bounds.at(-1) ?? end)) bounds.push(end)
  }
  return bounds
}
