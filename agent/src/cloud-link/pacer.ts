import type { Clock } from '../platform/clock.js'

/**
 * Holds frames to a rate, as a bucket that fills with time: the cloud cuts a gateway that floods it, and a
 * long outbox must not look like a flood.
 */
export class Pacer {
  readonly #clock: Clock
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #atMs: number

  /** @param burst how many frames may go at once after a pause. */
  constructor(clock: Clock, perSecond: number, burst: number) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#atMs = clock.monotonic()
  }

  /** Counts a frame that cannot wait; those that can wait longer for it. */
  spend(): void {
    this.#fill()
    this.#tokens -= 1
  }

  /** Waits until a frame may go, and counts it. @throws the abort error of `signal`. */
  async turn(signal: AbortSignal): Promise<void> {
    for (this.#fill(); this.#tokens < 1; this.#fill()) {
      await this.#clock.delay(Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000), { signal })
    }
    this.#tokens -= 1
  }

  #fill(): void {
    const nowMs = this.#clock.monotonic()
    const gained = ((nowMs - this.#atMs) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#burst, this.#tokens + gained)
    this.#atMs = nowMs
  }
}
