interface Entry {
  readonly sequence: number
  /** By when it is to be confirmed, ms. */
  readonly dueAtMs: number
  /** Since when it waits to be decoded, ms; null: it lies in the past, and nobody counts. */
  readonly waitsFromMs: number | null
  isDone: boolean
}

/**
 * Which frames are done: decoded, or left out on purpose. A frame may be confirmed once all before it are done, in whatever
 * order sound and pictures are.
 */
export class AckLedger {
  #entries: Entry[] = []
  #confirmable: number | null = null
  #dueAtMs = Number.POSITIVE_INFINITY

  /** By when what may be confirmed is to be, ms; infinite where there is nothing. */
  get dueAtMs(): number {
    return this.#dueAtMs
  }

  /** A frame came. @param dueAtMs by when it is to be confirmed @param waitsFromMs since when it waits, if that counts */
  took(sequence: number, dueAtMs: number, waitsFromMs: number | null = null): void {
    this.#entries.push({ sequence, dueAtMs, waitsFromMs, isDone: false })
  }

  /** It is done; one that is not known is left alone. @returns since when it waited, if that counts */
  done(sequence: number): number | null {
    const entry = this.#entries.find((one) => one.sequence === sequence)
    if (!entry) return null
    entry.isDone = true
    let count = 0
    for (const { sequence: next, dueAtMs, isDone } of this.#entries) {
      if (!isDone) break
      this.#confirmable = next
      this.#dueAtMs = Math.min(this.#dueAtMs, dueAtMs)
      count++
    }
    if (count > 0) this.#entries.splice(0, count)
    return entry.waitsFromMs
  }

  /** @returns the frame up to which all are done, if there is one that was not returned yet */
  take(): number | null {
    const sequence = this.#confirmable
    this.#confirmable = null
    this.#dueAtMs = Number.POSITIVE_INFINITY
    return sequence
  }

  /** Frames that are not done. */
  get open(): number {
    return this.#entries.length
  }

  /** Another socket begins with other numbers. */
  clear(): void {
    this.#entries = []
    this.take()
  }
}
