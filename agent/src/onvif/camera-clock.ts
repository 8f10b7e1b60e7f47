import type { Clock } from '../platform/clock.js'

/** Where a camera's time was learned from, the best first. */
type ClockSource = 'utc' | 'date-header' | 'own'

/** Local time given out as UTC is off by whole quarters of an hour, as time zones are, ms. */
const zoneStepMs = 15 * 60_000
const zoneSlackMs = 60_000

/**
 * A camera's clock as measured once, going on with our monotonic clock: a step of the gateway's wall clock (no RTC,
 * time service late) then puts no request out of the camera's window of seconds.
 */
export class CameraClock {
  readonly #clock: Clock
  #atMs: number
  #cameraMs: number
  #offsetMs: number | null = null
  #source: ClockSource = 'own'

  constructor(clock: Clock) {
    this.#clock = clock
    this.#atMs = clock.monotonic()
    this.#cameraMs = clock.now()
  }

  /** Takes a time that the camera gave just now; without one, ours. */
  set(cameraMs: number | null, source: ClockSource): void {
    const ownMs = this.#clock.now()
    this.#atMs = this.#clock.monotonic()
    this.#cameraMs = cameraMs ?? ownMs
    this.#offsetMs = cameraMs === null ? null : Math.round(cameraMs - ownMs)
    this.#source = source
  }

  /** The camera's time, ms since the epoch. */
  now(): number {
    return this.#cameraMs + this.#clock.monotonic() - this.#atMs
  }

  /** The camera's clock minus ours when it was measured, ms; null if it gives none. */
  get offsetMs(): number | null {
    return this.#offsetMs
  }

  get source(): ClockSource {
    return this.#source
  }

  /** Whether the camera may mean another time than it gives: it gave none, or seems to give its local time as UTC. */
  get isDoubtful(): boolean {
    if (this.#source !== 'utc' || this.#offsetMs === null) return this.#offsetMs !== null
    const away = Math.abs(this.#offsetMs)
    const rest = away % zoneStepMs
    return away > zoneStepMs / 2 && Math.min(rest, zoneStepMs - rest) < zoneSlackMs
  }
}
