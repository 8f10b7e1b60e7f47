import type { Clock } from '../platform/clock.js'
import { UsualGap } from './usual-gap.js'

interface WatchdogOptions {
  readonly clock: Clock
  /** A number that grows with each frame that arrives. */
  readonly progress: () => number
  /** How long without a frame is too long, ms; longer where that is usual for the stream. */
  readonly timeoutMs: number
  /** So many times the longest usual gap between frames is no silence yet. */
  readonly usualGaps: number
  readonly onSilence: () => void
}

const checksPerTimeout = 30
/** What the last frame and the next check may be away. */
const uncertainChecks = 2

/**
 * Watches what a stream delivers and not whether its connection stands: cameras freeze with the socket open
 * and RTCP running. Checks some times per timeout, so that frames themselves cost nothing; silence is reported
 * when it lasted the timeout, or up to two checks less. A check that comes late, for this machine had no time, counts as
 * one in time: frames wait to be read then, and none is missing.
 * @returns the way to end watching.
 */
export function watchFrames(options: WatchdogOptions): () => void {
  const { clock, onSilence, progress, timeoutMs, usualGaps } = options
  const stepMs = timeoutMs / checksPerTimeout
  const usual = new UsualGap()
  let seen = progress()
  let checksInVain = 0
  let cancel = (): void => {}
  const check = (): void => {
    const now = progress()
    if (now === seen) checksInVain++
    else {
      // The gap was longer than that, by two checks at most.
      if (checksInVain > 1) usual.note((checksInVain - 1) * stepMs, clock.monotonic())
      checksInVain = 0
      seen = now
    }
    const longestMs = Math.max(timeoutMs, usualGaps * usual.longestMs(clock.monotonic()))
    if ((checksInVain + uncertainChecks) * stepMs > longestMs) onSilence()
    else cancel = clock.after(stepMs, check)
  }
  cancel = clock.after(stepMs, check)
  return () => cancel()
}
