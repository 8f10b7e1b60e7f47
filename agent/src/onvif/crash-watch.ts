import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { EventTombstones } from './event-tombstones.js'
import type { EventsPace } from './events-pace.js'
import type { OnvifError } from './onvif-error.js'
import { isAway } from './subscription-failure.js'

/** A camera that went off the net after we subscribed, this often in a row, is left alone. */
const crashesToTombstone = 3

export interface CrashWatchDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly tombstones: EventTombstones
  readonly pace: EventsPace
}

/** Counts how often a subscription brought one camera down, and knows when to leave it alone. */
export class CrashWatch {
  readonly #cameraId: string
  readonly #deps: CrashWatchDeps
  #crashes = 0

  constructor(cameraId: string, deps: CrashWatchDeps) {
    this.#cameraId = cameraId
    this.#deps = deps
  }

  /**
   * Whether a tombstone holds for the device as it is now; one for another firmware, or of long ago, is lifted.
   * @param device maker, model and firmware
   */
  async isBuried(device: string): Promise<boolean> {
    const { clock, pace, tombstones } = this.#deps
    const tombstone = tombstones.of(this.#cameraId)
    if (tombstone === null) return false
    const ageMs = clock.now() - Date.parse(tombstone.at)
    if (tombstone.device === device && ageMs <= pace.tombstoneMs) return true
    await tombstones.lift(this.#cameraId)
    return false
  }

  /** Takes a failure so long after a subscription was asked for. @returns whether the camera is left alone now. */
  async isLastStraw(error: OnvifError, sinceMs: number, device: string): Promise<boolean> {
    const { clock, log, pace, tombstones } = this.#deps
    if (!isAway(error)) return false
    this.#crashes = sinceMs < pace.crashWithinMs ? this.#crashes + 1 : 0
    if (this.#crashes < crashesToTombstone) return false
    this.#crashes = 0
    const cameraId = this.#cameraId
    log.warn({ cameraId, device }, 'events.tombstoned')
    await tombstones.add({ camera_id: cameraId, device, at: new Date(clock.now()).toISOString() })
    return true
  }

  /** A subscription has lived for so long, ms. */
  survived(livedMs: number): void {
    if (livedMs > this.#deps.pace.crashWithinMs) this.#crashes = 0
  }
}
