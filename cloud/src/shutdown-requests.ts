/** Ctrl-C reaches npm and the cloud, and npm passes it on: within this time it is one and the same request, ms. */
const sameMs = 1000

/**
 * What a signal asks for: the first to end in order, one right behind it nothing more, a later one to end at once.
 */
export class ShutdownRequests {
  #firstAtMs: number | null = null

  /** Whether anybody asked for an end yet. */
  get asked(): boolean {
    return this.#firstAtMs !== null
  }

  /** @param nowMs of a clock that is never set */
  request(nowMs: number): 'in order' | 'same' | 'at once' {
    if (this.#firstAtMs === null) {
      this.#firstAtMs = nowMs
      return 'in order'
    }
    return nowMs - this.#firstAtMs > sameMs ? 'at once' : 'same'
  }
}
