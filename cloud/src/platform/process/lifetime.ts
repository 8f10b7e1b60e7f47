/** What was opened, to be closed in the reverse order, once. */
export class Lifetime implements AsyncDisposable {
  readonly #steps: (() => Promise<void>)[] = []
  #closing: Promise<void> | undefined

  /** Remembers how to close what was just opened. */
  defer(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  /**
   * Closes everything; each step is tried whatever became of the others.
   * @throws AggregateError of the steps that failed.
   */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (const step of this.#steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
  }
}
