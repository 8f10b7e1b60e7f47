import { isIP } from 'node:net'
import type { CameraMoved, CameraSet } from '@sightline/protocol'
import type { CameraLocator } from '../discovery/camera-locator.js'
import type { Discovery } from '../discovery/discover.js'
import { findMovedCamera } from '../discovery/find-moved-camera.js'
import { hostOf } from '../discovery/located.js'
import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import { every } from '../platform/every.js'
import { Failures } from '../platform/failures.js'
import type { Logger } from '../platform/logger.js'
import type { CameraStatus } from '../streams/camera-status.js'

/** A camera as this part sees it. */
export interface SearchedCamera {
  readonly settings: CameraSet
  status(): CameraStatus
  /** Ends what is under way and connects again at once. */
  reconnect(): void
}

interface MovedCameraSearchDeps {
  readonly cameras: () => readonly SearchedCamera[]
  readonly locator: CameraLocator
  readonly discovery: Pick<Discovery, 'survey'>
  readonly allowed: AddressPolicy
  /** To the cloud; `lost`: later again. */
  readonly report: (moved: CameraMoved) => Promise<'taken' | 'refused' | 'lost'>
  readonly clock: Clock
  readonly log: Logger
  /** A camera that is away this long, ms, is searched for; null: none is. */
  readonly cameraLostAfterMs?: number | null
}

const pollEveryMs = 2000
/** What one search may take. */
const searchMs = 6000
/** About three attempts to connect. */
export const usualLostAfterMs = 12_000
const searchEveryMs = 5 * 60_000

/**
 * Searches for cameras that have gone from their address, and reports those that are received at another one.
 * One scan serves all that are missing: with a switch that lost its power many are.
 */
export class MovedCameraSearch {
  readonly #deps: MovedCameraSearchDeps
  /** When each camera was last searched for, and since when it is seen to be away, on the monotonic clock, ms. */
  readonly #searchedAt = new Map<string, number>()
  readonly #awaySince = new Map<string, number>()

  constructor(deps: MovedCameraSearchDeps) {
    this.#deps = deps
  }

  /** Works until `signal` aborts. */
  run(signal: AbortSignal): Promise<void> {
    return every(pollEveryMs, () => this.#poll(signal), this.#deps, signal)
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { locator, log } = this.#deps
    const cameras = this.#deps.cameras()
    for (const { settings } of cameras) if (!settings.enabled) locator.switchedOff(settings)
    // What could not be reported is reported with another look: those that are missing are searched for all the same.
    const failures = new Failures()
    for (const camera of cameras)
      if (camera.status().state === 'online') await failures.of(this.#report(camera))
    failures.log(log, 'camera.move_not_reported')
    const ids = new Set(cameras.map(({ settings }) => settings.camera_id))
    for (const times of [this.#awaySince, this.#searchedAt])
      for (const id of times.keys()) if (!ids.has(id)) times.delete(id)
    const missing = cameras.filter((camera) => this.#isDue(camera))
    if (missing.length > 0) await this.#search(missing, signal)
  }

  async #report({ settings }: SearchedCamera): Promise<void> {
    const { locator, report } = this.#deps
    const moved = locator.unreportedMove(settings)
    if (moved === null) return
    const answer = await report(moved)
    if (answer !== 'lost') locator.moveAnswered(settings, moved, answer)
  }

  #isDue(camera: SearchedCamera): boolean {
    const { settings } = camera
    const { clock, locator, cameraLostAfterMs: lostAfterMs = usualLostAfterMs } = this.#deps
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
    const { mac, serial, endpoint } = locator.identityOf(settings)
    return mac !== null || serial !== null || endpoint !== null
  }

  async #search(missing: readonly SearchedCamera[], signal: AbortSignal): Promise<void> {
    const { allowed, clock, discovery, log, locator } = this.#deps
    const devices = await discovery.survey({ budgetMs: searchMs }, signal).catch((error: unknown) => {
      if (error instanceof AgentError) return null
      throw error
    })
    // A person scans: the next poll tries again.
    if (devices === null) return
    log.info({ missing: missing.length, devices: devices.length }, 'camera.looked_for')
    for (const camera of missing) {
      this.#searchedAt.set(camera.settings.camera_id, clock.monotonic())
      // It may have come back, or been dropped, meanwhile.
      if (!this.#deps.cameras().includes(camera) || camera.status().state === 'online') continue
      const moved = findMovedCamera(locator.identityOf(camera.settings), devices, allowed)
      if (moved !== null && locator.recordMove(camera.settings, moved)) camera.reconnect()
    }
  }
}
