import type { Clock } from '../platform/clock.js'

/** A second connection that fells the first does so within this time, ms. */
const soonMs = 5000
/** Once may be chance. */
const oftenEnough = 2
/** A connection that stood so long is no danger to the other, ms. */
const provenMs = 60_000
/** Then it is tried once more: somebody may have changed the camera, ms. */
const restMs = 60 * 60_000

/**
 * Notices that a camera drops its recorded stream when a second stream is opened: "the second client kicks the first".
 * Recording comes first, so the second stream then rests.
 */
export class SecondStreamPolicy {
  readonly #clock: Clock
  #openedAtMs: number | null = null
  #times = 0
  #restsUntilMs = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** True while the second stream is to be left alone. */
  get rests(): boolean {
    return this.#clock.monotonic() < this.#restsUntilMs
  }

  /** Milliseconds until the second stream may be tried again. */
  get restMs(): number {
    return Math.max(0, this.#restsUntilMs - this.#clock.monotonic())
  }

  /** The second stream began to flow. */
  opened(): void {
    this.#openedAtMs = this.#clock.monotonic()
  }

  /** The recorded stream was refused for want of a free session, and the second stream had one. */
  refused(): void {
    this.#rest()
  }

  /**
   * The recorded stream was lost.
   * @param isOnceEnough where it is likely that the camera serves one client
   */
  lost(isOnceEnough = false): void {
    if (this.#openedAtMs === null || this.rests) return
    const agoMs = this.#clock.monotonic() - this.#openedAtMs
    if (agoMs > provenMs) this.#times = 0
    if (agoMs > soonMs) return
    this.#openedAtMs = null
    this.#times += 1
    // After a rest once is enough.
    if (isOnceEnough || this.#times >= oftenEnough) this.#rest()
  }

  #rest(): void {
    this.#restsUntilMs = this.#clock.monotonic() + restMs
  }
}
