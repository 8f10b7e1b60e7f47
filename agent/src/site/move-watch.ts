import { isIP } from 'node:net'
import type { CameraMoved, CameraSet } from '@sightline/protocol'
import type { CameraStatus } from '../cameras/camera-status.js'
import type { Discovery } from '../discovery/discover.js'
import { findMovedCamera } from '../discovery/find-moved-camera.js'
import { hostOf } from '../discovery/located.js'
import type { Whereabouts } from '../discovery/whereabouts.js'
import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import { every } from '../platform/every.js'
import type { Logger } from '../platform/logger.js'

/** A camera as this part sees it. */
export interface WatchedCamera {
  readonly settings: CameraSet
  status(): CameraStatus
  /** Ends what is under way and connects again at once. */
  connectAnew(): void
}

export interface MoveWatchDeps {
  readonly cameras: () => readonly WatchedCamera[]
  readonly whereabouts: Whereabouts
  readonly discovery: Pick<Discovery, 'survey'>
  readonly allowed: AddressPolicy
  /** Tells the cloud; `lost`: later again. */
  readonly tell: (moved: CameraMoved) => Promise<'taken' | 'refused' | 'lost'>
  readonly clock: Clock
  readonly log: Logger
  /** A camera that is away this long, ms, is looked for; null: none is. */
  readonly cameraLostAfterMs?: number | null
  /** Between two searches for one camera, ms. */
  readonly searchEveryMs?: number
}

const lookEveryMs = 2000
/** What one search may take. */
const searchMs = 6000
/** About three attempts to connect. */
export const usualLostAfterMs = 12_000
const usualSearchEveryMs = 5 * 60_000

/**
 * Looks for cameras that have gone from their address, and tells the cloud of those that are received at another one.
 * One scan serves all that are missing: with a switch that lost its power many are.
 */
export class MoveWatch {
  readonly #deps: MoveWatchDeps
  /** When each camera was last looked for, and since when it is seen to be away, on the monotonic clock, ms. */
  readonly #searchedAt = new Map<string, number>()
  readonly #awaySince = new Map<string, number>()

  constructor(deps: MoveWatchDeps) {
    this.#deps = deps
  }

  /** Works until `signal` aborts. */
  run(signal: AbortSignal): Promise<void> {
    return every(lookEveryMs, () => this.#look(signal), this.#deps, signal)
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { whereabouts } = this.#deps
    const cameras = this.#deps.cameras()
    for (const { settings } of cameras) if (!settings.enabled) whereabouts.switchedOff(settings)
    for (const camera of cameras) if (camera.status().state === 'online') await this.#tell(camera)
    const ids = new Set(cameras.map(({ settings }) => settings.camera_id))
    for (const times of [this.#awaySince, this.#searchedAt])
      for (const id of times.keys()) if (!ids.has(id)) times.delete(id)
    const missing = cameras.filter((camera) => this.#isDue(camera))
    if (missing.length > 0) await this.#search(missing, signal)
  }

  async #tell({ settings }: WatchedCamera): Promise<void> {
    const { whereabouts, tell } = this.#deps
    const moved = whereabouts.untold(settings)
    if (moved === null) return
    const answer = await tell(moved)
    if (answer !== 'lost') whereabouts.answered(settings, moved, answer)
  }

  #isDue(camera: WatchedCamera): boolean {
    const { settings } = camera
    const { clock, whereabouts, cameraLostAfterMs: lostAfterMs = usualLostAfterMs } = this.#deps
    const { searchEveryMs = usualSearchEveryMs } = this.#deps
    const { state } = camera.status()
    if (state !== 'offline' && state !== 'auth_failed') {
      this.#awaySince.delete(settings.camera_id)
      return false
    }
    const since = this.#awaySince.get(settings.camera_id) ?? clock.monotonic()
    this.#awaySince.set(settings.camera_id, since)
    if (lostAfterMs === null || clock.monotonic() - since < lostAfterMs) return false
    const searchedAt = this.#searchedAt.get(settings.camera_id) ?? Number.NEGATIVE_INFINITY
    if (clock.monotonic() - searchedAt < searchEveryMs) return false
    // A name follows its camera: it is resolved at each connect.
    const host = hostOf(settings.connection)
    if (host === null || isIP(host) === 0) return false
    const { mac, serial, endpoint } = whereabouts.identityOf(settings)
    return mac !== null || serial !== null || endpoint !== null
  }

  async #search(missing: readonly WatchedCamera[], signal: AbortSignal): Promise<void> {
    const { allowed, clock, discovery, log, whereabouts } = this.#deps
    const devices = await discovery.survey({ budgetMs: searchMs }, signal).catch((error: unknown) => {
      if (error instanceof AgentError) return null
      throw error
    })
    // A person scans: the next look tries again.
    if (devices === null) return
    log.info({ missing: missing.length, devices: devices.length }, 'camera.looked_for')
    for (const camera of missing) {
      this.#searchedAt.set(camera.settings.camera_id, clock.monotonic())
      // It may have come back, or been dropped, meanwhile.
      if (!this.#deps.cameras().includes(camera) || camera.status().state === 'online') continue
      const moved = findMovedCamera(whereabouts.identityOf(camera.settings), devices, allowed)
      if (moved !== null && whereabouts.found(camera.settings, moved)) camera.connectAnew()
    }
  }
}
