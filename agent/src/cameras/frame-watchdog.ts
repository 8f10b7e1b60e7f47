import type { Clock } from '../platform/clock.js'

export interface WatchdogOptions {
  readonly clock: Clock
  /** A number that grows with each frame that arrives. */
  readonly progress: () => number
  /** How long without a frame is too long, ms; asked again each time, for it follows the measured stream. */
  readonly timeoutMs: () => number
  readonly onSilence: () => void
}

const looksPerTimeout = 4

/**
 * Watches what a stream delivers and not whether its connection stands: cameras freeze with the socket open
 * and RTCP running. Looks a few times per timeout, so that frames themselves cost nothing.
 * @returns the way to end watching.
 */
export function watchFrames({ clock, progress, timeoutMs, onSilence }: WatchdogOptions): () => void {
  let seen = progress()
  let aliveAtMs = clock.monotonic()
  let cancel = (): void => {}
  const look = (): void => {
    const now = clock.monotonic()
    if (progress() !== seen) {
      seen = progress()
      aliveAtMs = now
    }
    if (now - aliveAtMs >= timeoutMs()) onSilence()
    else cancel = clock.after(timeoutMs() / looksPerTimeout, look)
  }
  cancel = clock.after(timeoutMs() / looksPerTimeout, look)
  return () => cancel()
}
