import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { EventTombstones } from './event-tombstones.js'
import type { SubscriptionTimings } from './subscription-timings.js'

/** A camera that went off the net after we subscribed, this often in a row, is left alone. */
const crashesToTombstone = 3

interface CrashWatchDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly tombstones: EventTombstones
  readonly timings: SubscriptionTimings
}

/** Counts how often a subscription brought one device down, and knows when to leave it alone. */
export class CrashWatch {
  readonly #cameraIds: () => readonly string[]
  readonly #deps: CrashWatchDeps
  #crashes = 0

  /** @param cameraIds the cameras of the device, at present */
  constructor(cameraIds: () => readonly string[], deps: CrashWatchDeps) {
    this.#cameraIds = cameraIds
    this.#deps = deps
  }

  /**
   * Whether a tombstone holds for the device as it is now; one for another firmware, or of long ago, is lifted.
   * @param device maker, model and firmware
   */
  async isBuried(device: string): Promise<boolean> {
    const { clock, timings, tombstones } = this.#deps
    const found = this.#cameraIds().flatMap((cameraId) => tombstones.of(cameraId) ?? [])
    const holds = found.some(
      (tombstone) =>
        tombstone.device === device && clock.now() - Date.parse(tombstone.at) <= timings.tombstoneMs,
    )
    if (holds) return true
    for (const tombstone of found) await tombstones.lift(tombstone.camera_id)
    return false
  }

  /**
   * Takes that the camera is off the net, so long after a subscription was asked for.
   * @returns whether it is left alone now
   */
  async isLastStraw(sinceMs: number, device: string): Promise<boolean> {
    const { clock, log, timings, tombstones } = this.#deps
    this.#crashes = sinceMs < timings.crashWithinMs ? this.#crashes + 1 : 0
    if (this.#crashes < crashesToTombstone) return false
    this.#crashes = 0
    const cameraIds = this.#cameraIds()
    log.warn({ cameraIds, device }, 'events.tombstoned')
    const at = new Date(clock.now()).toISOString()
    for (const cameraId of cameraIds) await tombstones.add({ camera_id: cameraId, device, at })
    return true
  }

  /** A subscription has lived for so long, ms. */
  survived(livedMs: number): void {
    if (livedMs > this.#deps.timings.crashWithinMs) this.#crashes = 0
  }

  /** The camera answers after a subscription ended: whatever ended it, it was no crash. */
  answered(): void {
    this.#crashes = 0
  }
}
