import type { Clock } from './clock.js'

/** A rate that allows bursts: tokens come with time, up to a number, and each use takes one. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #atMs = Number.NEGATIVE_INFINITY

  /** @param burst how many may go at once after a pause */
  constructor({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
  }

  /** Takes a token if there is one. @param nowMs monotonic */
  tryTake(nowMs: number): boolean {
    this.#fill(nowMs)
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  /** Waits until there is a token, and takes it. @throws the abort error of `signal` */
  async take(clock: Clock, signal: AbortSignal): Promise<void> {
    while (!this.tryTake(clock.monotonic())) {
      await clock.delay(Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000), { signal })
    }
  }

  #fill(nowMs: number): void {
    const gained = ((nowMs - this.#atMs) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#burst, this.#tokens + gained)
    this.#atMs = nowMs
  }
}
