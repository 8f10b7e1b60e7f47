import type { Clock } from '../time/clock.js'

/** Failures in a row after which an endpoint is left alone. */
const failuresToOpen = 5
const firstPauseMs = 30_000
const longestPauseMs = 300_000
/** Endpoints that are remembered; the oldest go first. */
const mostRemembered = 10_000

interface State {
  failures: number
  /** Pauses in a row. */
  pauses: number
  /** Monotonic milliseconds until which nothing is sent. */
  closedUntil: number
  /** One request tries whether the endpoint answers again. */
  isTried: boolean
}

/**
 * Leaves endpoints alone that failed again and again: 30 s at first, up to 5 min, and then one request tries anew.
 * Each organisation has its own count, also of an endpoint that it shares with others.
 */
export class CircuitBreaker {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #states = new Map<string, State>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** How many endpoints are left alone now. */
  get open(): number {
    const now = this.#clock.monotonic()
    return [...this.#states.values()].filter(({ closedUntil }) => closedUntil > now).length
  }

  /** Null: send it, and say with `settle` what became of it. Otherwise the milliseconds until it is worth a try. */
  pauseOf(key: string): number | null {
    const state = this.#states.get(key)
    if (!state || state.failures < failuresToOpen) return null
    const pause = state.closedUntil - this.#clock.monotonic()
    if (pause > 0) return pause
    if (state.isTried) return firstPauseMs
    state.isTried = true
    return null
  }

  /** @param outcome `unsettled`: it was given up, which says nothing of the endpoint */
  settle(key: string, outcome: 'well' | 'failed' | 'unsettled'): void {
    if (outcome === 'well') {
      this.#states.delete(key)
      return
    }
    const state = this.#states.get(key) ?? { failures: 0, pauses: 0, closedUntil: 0, isTried: false }
    state.isTried = false
    if (outcome === 'failed') this.#countFailure(state)
    this.#states.delete(key)
    this.#states.set(key, state)
    const oldest = this.#states.keys().next()
    if (this.#states.size > mostRemembered && !oldest.done) this.#states.delete(oldest.value)
  }

  #countFailure(state: State): void {
    state.failures += 1
    if (state.failures < failuresToOpen) return
    const now = this.#clock.monotonic()
    // Requests that were under way when the pause began do not lengthen it.
    if (state.closedUntil > now) return
    state.closedUntil = now + Math.min(firstPauseMs * 2 ** state.pauses, longestPauseMs)
    state.pauses += 1
  }
}
