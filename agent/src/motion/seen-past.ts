import type { MovementFinding } from './find-movement.js'
import { longestLookUs, overlapUs, type Place } from './look-place.js'

/** What stands so early in a look was there before it. */
const earlyUs = 200_000

/** What is known of the past of a run without looking again; microseconds of its presentation time. */
export class SeenPast {
  #untilUs = Number.NEGATIVE_INFINITY
  #emptyUntilUs: number | null = null

  /** Up to where looks have shown what was there. */
  get untilUs(): number {
    return this.#untilUs
  }

  looked({ untilUs }: Place, kind: MovementFinding['kind']): void {
    this.#untilUs = Math.max(this.#untilUs, untilUs)
    // What comes in at the very end is a movement in the next look only.
    if (kind === 'quiet') this.empty(untilUs - overlapUs)
  }

  /** A picture, or a look that ends with it, shows nothing that is not always there. */
  empty(untilUs: number): void {
    this.#emptyUntilUs = Math.max(untilUs, this.#emptyUntilUs ?? untilUs)
  }

  /**
   * When a movement began whose first sighting in a look is at `firstUs`: where the look finds it under way, it came since
   * the scene was last seen without it. A clip that begins too early loses nothing.
   */
  beganUs(firstUs: number, { fromUs }: Place): number {
    if (this.#emptyUntilUs === null || firstUs - fromUs > earlyUs) return firstUs
    return Math.min(firstUs, Math.max(this.#emptyUntilUs, firstUs - longestLookUs))
  }
}
