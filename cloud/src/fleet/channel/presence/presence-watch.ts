import type { Platform } from '../../../platform/platform.js'
import { takeWatch, type WatchTimings } from './presence-watch.repository.js'

/** How often the watch is renewed, milliseconds. */
const renewMs = 1_000

/**
 * Longer than a change of the watch takes; but shorter than the grace period, or a PostgreSQL that stood still for so
 * long would be taken for silence of the gateways.
 */
const gapMs = (graceMs: number): number =>
  Math.max(2 * renewMs, Math.min(Math.max(5 * renewMs, graceMs / 3), graceMs - renewMs))

/**
 * The right to say of gateways and cameras that they are silent. One node at a time has it, and only once PostgreSQL has
 * taken signs of life for a whole grace period: while it was away nobody could leave one, and the silence is its own.
 */
export class PresenceWatch {
  readonly #platform: Platform
  readonly #pace: WatchTimings
  /** On the monotonic clock, ms. */
  #renewedAt = Number.NEGATIVE_INFINITY
  #mayJudge = false

  constructor(platform: Platform) {
    this.#platform = platform
    this.#pace = { takeOverMs: 3 * renewMs, gapMs: gapMs(platform.config.offlineGraceMs) }
  }

  /** True while this node may judge. Asked again before each judgement, for one pass may take long. */
  async mayJudge(): Promise<boolean> {
    const { clock, database, nodeId, config } = this.#platform
    const now = clock.monotonic()
    if (now - this.#renewedAt < renewMs / 2) return this.#mayJudge
    const steadyMs = await takeWatch(database.worker, nodeId, this.#pace)
    this.#renewedAt = now
    this.#mayJudge = steadyMs !== null && steadyMs >= config.offlineGraceMs
    return this.#mayJudge
  }
}
