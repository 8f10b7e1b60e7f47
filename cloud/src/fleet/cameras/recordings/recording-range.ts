import type { RecordingCoverageQuery } from '@sightline/protocol'
import { invalid } from '../../../platform/errors.js'
import { dateRange } from '../../../platform/time/date-range.js'

/** From its first moment on, and before its end. */
export interface TimeRange {
  readonly from: Date
  readonly to: Date
}

const dayMs = 86_400_000
/** An hour more, for a month in which the clocks are put back. */
const longestMs = 31 * dayMs + 3_600_000

/**
 * The stretch that a request names: without bounds the last 24 hours, and not longer than 31 days.
 * @param timezone IANA name, for dates without a time
 * @throws AppError invalid
 */
export function recordingRange(query: RecordingCoverageQuery, timezone: string, nowMs: number): TimeRange {
  const given = dateRange(query.from, query.to, timezone)
  const to = given.before ?? new Date(nowMs)
  const from = given.from ?? new Date(to.getTime() - dayMs)
  if (from >= to) throw invalid('from: give a time before to')
  if (to.getTime() - from.getTime() > longestMs)
    throw invalid('from and to: at most 31 days lie between them')
  return { from, to }
}

export function secondsOf({ from, to }: TimeRange): number {
  return (to.getTime() - from.getTime()) / 1000
}

/** What of a range is not covered. @param covered in order, not overlapping, within the range */
export function gapsBetween(range: TimeRange, covered: readonly TimeRange[]): TimeRange[] {
  const ends = [range.from, ...covered.map(({ to }) => to)]
  const starts = [...covered.map(({ from }) => from), range.to]
  return ends
    .map((from, index) => ({ from, to: starts[index] ?? range.to }))
    .filter(({ from, to }) => from < to)
}
