import { liveLimits } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'
import { RecentTrip } from './recent-trip.js'

/** For how long a round trip says something of the line, ms. */
const memoryMs = 600_000

/**
 * How long a message takes to the cloud and back while the line is not full: what a ping took on a media socket that had just
 * been opened, the shortest of late. Over a satellite that is more than a frame may wait elsewhere.
 */
export class LineTrip {
  readonly #clock: Clock
  readonly #isUploading: () => boolean
  readonly #recent = new RecentTrip(memoryMs)

  /** @param isUploading whether this agent fills the line itself, so that no measure of it is of use */
  constructor(clock: Clock, isUploading: () => boolean) {
    this.#clock = clock
    this.#isUploading = isUploading
  }

  /** A ping was answered after that time, ms, before anything else was sent on its socket. */
  took(tripMs: number): void {
    if (!this.#isUploading()) this.#recent.took(tripMs, this.#clock.monotonic())
  }

  /** What a round trip is taken to be at most, ms: the window of frames, or what was measured where that is longer. */
  get mostMs(): number {
    const measuredMs = Math.min(this.#recent.shortestMs ?? 0, liveLimits.mostRoundTripMs)
    return Math.max(liveLimits.windowMs, measuredMs)
  }
}
