import type { Clock } from '../platform/clock.js'

export interface WatchdogOptions {
  readonly clock: Clock
  /** A number that grows with each frame that arrives. */
  readonly progress: () => number
  /** How long without a frame is too long, ms; asked again each time, for it follows the measured stream. */
  readonly timeoutMs: () => number
  readonly onSilence: () => void
}

const looksPerTimeout = 10

/**
 * Watches what a stream delivers and not whether its connection stands: cameras freeze with the socket open
 * and RTCP running. Looks a few times per timeout, so that frames themselves cost nothing; silence is told
 * when it lasted between eight tenths of the timeout and all of it.
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
    const stepMs = timeoutMs() / looksPerTimeout
    // The last frame came up to one look before it was noticed, and the next look is one away.
    if (now - aliveAtMs > timeoutMs() - 2 * stepMs) onSilence()
    else cancel = clock.after(stepMs, look)
  }
  cancel = clock.after(timeoutMs() / looksPerTimeout, look)
  return () => cancel()
}
