/** Told at once at most: more rules than any camera has going off together. */
const most = 20
/** And from then on one in this time, ms. */
const everyMs = 1000

/**
 * How much one camera may tell. Each telling is written to the disk and told to the cloud, so a camera that makes up
 * sources and topics must not be able to fill either; a recording is kept going by the few that pass.
 */
export class EventAllowance {
  #left = most
  #atMs = Number.NEGATIVE_INFINITY

  /** @param nowMs monotonic @returns whether one more may be told; it is counted then */
  take(nowMs: number): boolean {
    const earned = Math.floor((nowMs - this.#atMs) / everyMs)
    if (earned > 0) {
      this.#left = Math.min(most, this.#left + earned)
      this.#atMs = this.#left === most ? nowMs : this.#atMs + earned * everyMs
    }
    if (this.#left === 0) return false
    this.#left -= 1
    return true
  }
}
