/** Lets faults overlap as they come, and some of them have everything to themselves. */
export class Turns {
  readonly #among = new Set<Promise<unknown>>()
  /** Settles with the last of those that have everything to themselves; null: there is none. */
  #alone: Promise<unknown> | null = null

  /** Does it beside others, but beside none that has everything to itself. */
  async among<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone !== null) await this.#alone
    const done = work()
    this.#among.add(done)
    try {
      return await done
    } finally {
      this.#among.delete(done)
    }
  }

  /** Does it when nothing else is done, and lets nothing begin before it is done. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#inLine(this.#alone, work)
    const over: Promise<void> = done.then(
      () => this.#end(over),
      () => this.#end(over),
    )
    this.#alone = over
    return done
  }

  async #inLine<T>(before: Promise<unknown> | null, work: () => Promise<T>): Promise<T> {
    await before
    await Promise.allSettled(this.#among)
    return work()
  }

  #end(over: Promise<void>): void {
    if (this.#alone === over) this.#alone = null
  }
}
