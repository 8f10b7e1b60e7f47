/** Seconds of pictures over which the soonest one is looked for. */
const windowMs = 60_000
/** A picture this much older than the one before begins another stretch, µs. */
const jumpUs = 5_000_000

/**
 * How far behind pictures are drawn, without a common clock: against the soonest of the last minute. Of times that jump, as
 * with another format, it begins anew.
 */
export class DelayMeter {
  #soonestMs: number | null = null
  #foundAtMs = 0
  #lastUs: number | null = null
  #lastMs: number | null = null
  #gapMs: number | null = null
  #behindMs = 0

  /** A picture was drawn. @param ptsUs its time by the stream, microseconds */
  drawn(ptsUs: number, nowMs: number): void {
    const jumped = this.#lastUs !== null && Math.abs(ptsUs - this.#lastUs) > jumpUs
    if (jumped) this.clear()
    const offset = nowMs - ptsUs / 1000
    if (this.#soonestMs === null || offset < this.#soonestMs || nowMs - this.#foundAtMs > windowMs) {
      // After the window it may only grow by what a person would not see as a delay that is new.
      this.#soonestMs = this.#soonestMs === null ? offset : Math.min(offset, this.#soonestMs + 20)
      this.#foundAtMs = nowMs
    }
    this.#behindMs = offset - this.#soonestMs
    if (this.#lastMs !== null) {
      const gap = nowMs - this.#lastMs
      this.#gapMs = this.#gapMs === null ? gap : this.#gapMs * 0.8 + gap * 0.2
    }
    this.#lastUs = ptsUs
    this.#lastMs = nowMs
  }

  get behindMs(): number {
    return this.#behindMs
  }

  /** Milliseconds between pictures, of late. */
  get gapMs(): number | null {
    return this.#gapMs === null ? null : Math.min(this.#gapMs, 10_000)
  }

  clear(): void {
    this.#soonestMs = null
    this.#lastUs = null
    this.#lastMs = null
    this.#gapMs = null
    this.#behindMs = 0
  }
}
