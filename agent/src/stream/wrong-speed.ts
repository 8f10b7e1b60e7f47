import type { Drift } from './timeline-placement.js'

/** The same again within this time, and the timestamps are of no use. */
const againMs = 5 * 60_000

/**
 * Distinguishes a clock of the wrong speed from a network that was congested: the clock errs again, and the same way. What is held
 * up seems slow as long as the backlog grows, and fast once it is caught up.
 */
export class WrongSpeed {
  #last: { readonly drift: Drift; readonly atMs: number } | null = null

  /**
   * A run of timestamps drifted away from the arrivals.
   * @param atMs monotonic
   * @returns whether the timestamps are of no use
   */
  isShownBy(drift: Drift, atMs: number): boolean {
    if (drift === 'caught_up') {
      // What had seemed slow was held up.
      this.#last = null
      return false
    }
    const isAgain = this.#last?.drift === drift && atMs - this.#last.atMs < againMs
    this.#last = { drift, atMs }
    return isAgain
  }
}
