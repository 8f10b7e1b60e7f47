import type { Clock } from '../platform/clock.js'
import { BusyMeter } from './busy-meter.js'

/** How often it beats, ms. */
const everyMs = 500

/** Beats twice a second, and finds out by that whether the machine slept and whether the page gets to its work in time. */
export class Pulse {
  readonly #clock: Clock
  readonly #beat: (overMs: number) => void
  readonly #busy = new BusyMeter()
  #cancel: (() => void) | null = null
  #dueMs = Number.POSITIVE_INFINITY
  #wallMs = 0

  /** @param beat told how much too late it comes, ms by the time of day: a machine that sleeps stops its other clock */
  constructor(clock: Clock, beat: (overMs: number) => void) {
    this.#clock = clock
    this.#beat = beat
  }

  begin(): void {
    if (this.#cancel) return
    this.#wallMs = this.#clock.wall()
    this.#next()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#dueMs = Number.POSITIVE_INFINITY
  }

  /** Whether the page got to its work too late again and again. */
  isLate(): boolean {
    this.#noteDelay()
    return this.#busy.isBusy(this.#clock.now())
  }

  /** Also of a beat that is due: what is asked may come before it. */
  #noteDelay(): void {
    const nowMs = this.#clock.now()
    this.#busy.waited(nowMs - this.#dueMs, nowMs)
  }

  #next(): void {
    this.#dueMs = this.#clock.now() + everyMs
    this.#cancel = this.#clock.after(everyMs, () => {
      this.#noteDelay()
      const wallMs = this.#clock.wall()
      const overMs = wallMs - this.#wallMs - everyMs
      this.#wallMs = wallMs
      this.#next()
      this.#beat(overMs)
    })
  }
}
