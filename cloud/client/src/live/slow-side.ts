import type { Clock } from '../platform/clock.js'
import { BusyMeter } from './busy-meter.js'
import type { ServerState } from './server-message.js'

/** What the cloud said, with what it cannot know. */
export interface JudgedState extends ServerState {
  /** When the reason came it was this browser that did not keep up, and not its line. */
  readonly isBusy: boolean
}

/**
 * Which side does not keep up: the cloud sees that pictures are confirmed too late, and not whether they were late on the way, or
 * waited here for the page or the decoder.
 */
export class SlowSide {
  readonly #clock: Clock
  readonly #isPageLate: () => boolean
  readonly #waits = new BusyMeter()
  #reason: string | null = null
  #wasBusy = false

  constructor(clock: Clock, isPageLate: () => boolean) {
    this.#clock = clock
    this.#isPageLate = isPageLate
  }

  /** Pictures have to wait here again and again. */
  get isBusy(): boolean {
    return this.#isPageLate() || this.#waits.isBusy(this.#clock.now())
  }

  /** A picture was decoded. @param fromMs since when it waited for that; null: nobody counts */
  decoded(fromMs: number | null): void {
    const nowMs = this.#clock.now()
    if (fromMs !== null) this.#waits.waited(nowMs - fromMs, nowMs)
  }

  /** It is known best when the reason is new: with less to do nobody is busy any more. */
  judged(state: ServerState): JudgedState {
    if (state.reason !== this.#reason) this.#wasBusy = this.isBusy
    this.#reason = state.reason
    return { ...state, isBusy: this.#wasBusy }
  }
}
