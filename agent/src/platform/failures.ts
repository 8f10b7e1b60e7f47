import type { Logger } from './logger.js'

/** So many, and what a pass still tries fails likely as well. */
const many = 100

/** What fails in a pass over many things: one that fails keeps no other from its turn, and the log has one line of them. */
export class Failures {
  #first: unknown = null
  #count = 0

  get areMany(): boolean {
    return this.#count >= many
  }

  /** Waits for one of them. @returns undefined where it failed */
  async of<Result>(work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await work
    } catch (error) {
      if (this.#count === 0) this.#first = error
      this.#count += 1
      return undefined
    }
  }

  /** Logs the first of them, and how many there are; nothing where all went well. */
  log(log: Logger, event: string): void {
    if (this.#count > 0) log.warn({ err: this.#first, failed: this.#count }, event)
  }
}
