/** More than H.264 allows (annex A.3.1). */
export const deepestReorder = 16

/**
 * Decoding times for pictures that come in decoding order with presentation times only. With B-frames a
 * picture is decoded before it is shown: the n-th decoding time is the n-th smallest presentation time,
 * moved earlier by as many pictures as can overtake one.
 */
export class DecodeOrder {
  readonly #depth: number
  readonly #frameUs: number
  /** Presentation times not yet used as decoding times, ascending. */
  readonly #waiting: number[] = []
  #count = 0
  #lastUs = Number.NEGATIVE_INFINITY

  /**
   * @param depth how many pictures may be shown later than pictures that follow them.
   * @param frameUs a guess at the time between pictures, for the first ones.
   */
  constructor(depth: number, frameUs: number) {
    this.#depth = depth
    this.#frameUs = frameUs
  }

  /** What to add to all times so that none is negative, microseconds. */
  get leadUs(): number {
    return this.#depth * this.#frameUs
  }

  /**
   * The decoding time of the next picture: strictly greater than that before, at most `ptsUs`.
   * @returns null if that is not possible, because pictures overtake more of others than `depth`.
   */
  next(ptsUs: number): number | null {
    const dtsUs = Math.max(this.#candidate(ptsUs), this.#lastUs + 1)
    if (dtsUs > ptsUs) return null
    this.#lastUs = dtsUs
    return dtsUs
  }

  /** The decoding time of a picture for which `next` found none, at which it is shown as well. */
  late(stepUs: number): number {
    this.#lastUs += stepUs
    return this.#lastUs
  }

  #candidate(ptsUs: number): number {
    if (this.#depth === 0) return ptsUs
    const place = this.#waiting.findIndex((other) => other > ptsUs)
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, ptsUs)
    if (this.#count < this.#depth) {
      this.#count++
      return (this.#waiting[0] ?? ptsUs) - (this.#depth - this.#count + 1) * this.#frameUs
    }
    return this.#waiting.shift() ?? ptsUs
  }
}
