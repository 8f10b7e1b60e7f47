import type { Clock } from '../platform/clock.js'
import { shortestLookUs } from './look-place.js'

/** How often it is reported that a look is late. */
const reportEveryMs = 1000

/**
 * Reports how much longer than usual the past is needed because a look that may show the begin of a movement waits for its
 * turn, ms: at once where the look goes back further than most, and then each second.
 * @param backUs how far back it goes as it is asked for
 * @returns what says that the look is over
 */
export function reportLateness(clock: Clock, backUs: number, report: (lateMs: number) => void): () => void {
  const sinceMs = clock.monotonic() - (backUs - shortestLookUs) / 1000
  let cancel: () => void = () => undefined
  let isLate = false
  const say = () => {
    const lateMs = Math.round(clock.monotonic() - sinceMs)
    if (lateMs > 0) {
      isLate = true
      report(lateMs)
    }
    cancel = clock.after(reportEveryMs, say)
  }
  say()
  return () => {
    cancel()
    if (isLate) report(0)
  }
}
