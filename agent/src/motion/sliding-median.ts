/** Median and spread of the newest values: neither minds the odd one out. */
export class SlidingMedian {
  readonly #values: Float64Array
  #added = 0
  #isStale = true
  #middle = 0
  #deviation = 0

  /** @param size how many values are remembered */
  constructor(size: number) {
    this.#values = new Float64Array(size)
  }

  get count(): number {
    return Math.min(this.#added, this.#values.length)
  }

  add(value: number): void {
    this.#values[this.#added % this.#values.length] = value
    this.#added += 1
    // Sorting at each value would be most of the work; a few values move no median far.
    if (this.#added < 16 || this.#added % 8 === 0) this.#isStale = true
  }

  /** 0 while there is no value. */
  get median(): number {
    this.#refresh()
    return this.#middle
  }

  /** The standard deviation that normally distributed values would have (1.4826 times the median deviation). */
  get spread(): number {
    this.#refresh()
    return this.#deviation
  }

  #refresh(): void {
    if (!this.#isStale) return
    this.#isStale = false
    const sorted = this.#values.slice(0, this.count).toSorted()
    this.#middle = middleOf(sorted)
    const distances = sorted.map((value) => Math.abs(value - this.#middle)).toSorted()
    this.#deviation = 1.4826 * middleOf(distances)
  }
}

function middleOf(sorted: Float64Array): number {
  return sorted[sorted.length >> 1] ?? 0
}
