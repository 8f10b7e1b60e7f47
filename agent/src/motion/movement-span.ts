/** What a sighting is to the caller. */
type MovementNews = 'began' | 'lasts' | null

/** A movement that was not seen for so long is over; what comes later is another. */
const quietMs = 10_000
/** How often it is reported that it lasts, at most. */
const reportEveryMs = 5000

/**
 * One event for one movement: it begins with a sighting, lasts while more come, and ends by quiet, for nothing says
 * when it ends. All times are of one monotonic clock, ms.
 */
export class MovementSpan {
  #seenMs: number | null = null
  #reportedMs = 0

  get isMoving(): boolean {
    return this.#seenMs !== null
  }

  /** @param atMs when it was seen, which may lie before `nowMs` */
  seen(atMs: number, nowMs: number): MovementNews {
    const began = this.#seenMs === null
    this.#seenMs = Math.max(atMs, this.#seenMs ?? atMs)
    if (!began && nowMs - this.#reportedMs < reportEveryMs) return null
    this.#reportedMs = nowMs
    return began ? 'began' : 'lasts'
  }

  /** Whether the movement has just ended by quiet. */
  endsBy(nowMs: number): boolean {
    if (this.#seenMs === null || nowMs - this.#seenMs < quietMs) return false
    this.#seenMs = null
    return true
  }

  /** Ends it at once: the stream is gone. @returns whether there was one */
  cut(): boolean {
    const was = this.isMoving
    this.#seenMs = null
    return was
  }
}
