/** What a bucket holds, and how fast it fills again. */
export interface MessageRate {
  /** Messages a second on average. */
  readonly perSecond: number
  /** Messages at once, at the most. */
  readonly burst: number
}

/** A token bucket over messages of one socket, full at first. */
export class MessageBucket {
  readonly #rate: MessageRate
  #tokens: number
  #atMs: number

  /** @param nowMs monotonic */
  constructor(rate: MessageRate, nowMs: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#atMs = nowMs
  }

  /**
   * Takes a token.
   * @param nowMs monotonic
   * @returns false, and takes nothing, if there is none left
   */
  take(nowMs: number): boolean {
    const { perSecond, burst } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * perSecond)
    this.#atMs = nowMs
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
