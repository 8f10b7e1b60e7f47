/** The shortest round trip of late: a way that has become longer is not measured by the one before. */
export class RecentTrip {
  readonly #memoryMs: number
  #sinceMs = Number.NEGATIVE_INFINITY
  #nowMs: number | null = null
  #beforeMs: number | null = null

  /** @param memoryMs for how long a round trip counts: this long at least, twice as long at most */
  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs
  }

  /** Null before the first. */
  get shortestMs(): number | null {
    return this.#nowMs === null ? null : Math.min(this.#nowMs, this.#beforeMs ?? this.#nowMs)
  }

  /** Times are of the monotonic clock. */
  took(tripMs: number, nowMs: number): void {
    if (nowMs - this.#sinceMs < this.#memoryMs && this.#nowMs !== null) {
      this.#nowMs = Math.min(this.#nowMs, tripMs)
      return
    }
    this.#sinceMs = nowMs
    this.#beforeMs = this.#nowMs
    this.#nowMs = tripMs
  }
}
