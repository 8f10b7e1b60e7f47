import type { EventMessage } from './event-message.js'

/** What says neither that it is a state nor that it changed is a state for so long at most, ms. */
const unmarkedMs = 2000
/** A further piece of a listing comes about as fast as the one before, within these bounds, ms. */
const pieceMs = { least: 200, most: 1000 } as const

export interface ListingTimes {
  /** When the camera had answered what makes it list its states, monotonic, ms. */
  readonly sinceMs: number
  /** How long that answer took: what a device needs that has everything at hand, ms. */
  readonly answerMs: number
  /** For how long a listing is waited for, ms. */
  readonly withinMs: number
}

/**
 * Which answers to PullMessages list the states of a camera, after a subscription and a synchronisation point that we
 * asked for. The first answer with states is the listing, with the pieces that follow as soon as they are asked for;
 * then it is over. Slow devices list late, and many list nothing.
 */
export class StateListing {
  readonly #times: ListingTimes
  /** How long the last piece took, ms; null before the first. */
  #pieceMs: number | null = null
  #isOver = false

  constructor(times: ListingTimes) {
    this.#times = times
  }

  /** Whether an answer is of the listing. @param askedAtMs and `nowMs`: monotonic */
  take(messages: readonly EventMessage[], askedAtMs: number, nowMs: number): boolean {
    if (this.#isOver || nowMs - this.#times.sinceMs >= this.#times.withinMs) {
      this.#isOver = true
      return false
    }
    const tookMs = nowMs - askedAtMs
    if (this.#pieceMs === null && !this.#beginsWith(messages, nowMs)) return false
    if (this.#pieceMs !== null && !(holdsStates(messages) && tookMs <= nextWithinMs(this.#pieceMs))) {
      this.#isOver = true
      return false
    }
    this.#pieceMs = tookMs
    return true
  }

  #beginsWith(messages: readonly EventMessage[], nowMs: number): boolean {
    if (messages.some(({ operation }) => operation === 'initialized')) return true
    const { sinceMs, answerMs, withinMs } = this.#times
    const isSoon = nowMs - sinceMs < Math.min(Math.max(unmarkedMs, 2 * answerMs), withinMs)
    return isSoon && holdsStates(messages)
  }
}

/** A device that waits before it answers has nothing more to list. */
function nextWithinMs(lastMs: number): number {
  return Math.min(Math.max(lastMs * 1.5, pieceMs.least), pieceMs.most)
}

function holdsStates(messages: readonly EventMessage[]): boolean {
  return messages.some(({ operation }) => operation === 'initialized' || operation === null)
}
