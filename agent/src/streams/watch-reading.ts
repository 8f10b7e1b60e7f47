import type { Clock } from '../platform/clock.js'
import type { StreamQuirkCache } from '../rtsp/stream-quirks.js'
import { watchFrames } from './frame-watchdog.js'

interface ReadingOptions {
  readonly clock: Clock
  /** A number that grows with each picture that can be read; 0 before the first. */
  readonly readable: () => number
  /** What was learned of the stream stands there under `key`. */
  readonly quirks: StreamQuirkCache
  readonly key: string
  /** How long without one is too long, ms; longer where that is usual for the stream. */
  readonly timeoutMs: number
  /** And at most, however often it was in vain, ms. */
  readonly mostMs: number
  readonly usualGaps: number
  readonly onUnreadable: () => void
}

/**
 * Watches whether what comes can be read: a camera may send something else than it described. Asking anew helps against that; where
 * the next connection brings nothing either, each one is given twice as long, until a picture can be read.
 * @returns the way to end watching.
 */
export function watchReading(options: ReadingOptions): () => void {
  const { clock, readable, quirks, key, timeoutMs, mostMs, usualGaps } = options
  const before = quirks.of(key).unreadTimes
  const learn = (unreadTimes: number) => {
    if (unreadTimes !== quirks.of(key).unreadTimes) quirks.learn(key, { unreadTimes })
  }
  // A silence is told up to two checks early.
  const patienceMs = Math.min(mostMs, timeoutMs * 2 ** before) - timeoutMs / 2
  const startedMs = clock.monotonic()
  const watch = () => watchFrames({ clock, progress: readable, timeoutMs, usualGaps, onSilence })
  let isTold = false
  const onSilence = (): void => {
    const isInVain = readable() === 0
    if (isInVain && clock.monotonic() - startedMs < patienceMs) {
      end = watch()
      return
    }
    isTold = true
    learn(isInVain ? before + 1 : 1)
    options.onUnreadable()
  }
  let end = watch()
  return () => {
    end()
    if (!isTold && readable() > 0) learn(0)
  }
}
