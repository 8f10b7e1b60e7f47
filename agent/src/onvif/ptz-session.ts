import type { AddressPolicy } from '../platform/address-policy.js'
import { findServices, measureClock, videoProfiles } from './ask-services.js'
import { OperationRefused } from './onvif-error.js'
import { type OnvifCredentials, OnvifSession, type OnvifSessionDeps } from './onvif-session.js'
import { escapeXml } from './read-xml.js'
import { resolveHost } from './resolve-host.js'

export interface PtzTarget {
  /** Name or IP literal, as typed. */
  readonly host: string
  readonly port: number
  readonly credentials: OnvifCredentials | null
}

export interface PtzDeps extends OnvifSessionDeps {
  readonly allowed: AddressPolicy
}

/** Speeds from -1 to 1: to the right and up, or nearer. One of both, because some cameras take no more at once. */
export type Velocity =
  | { readonly kind: 'pan-tilt'; readonly x: number; readonly y: number }
  | { readonly kind: 'zoom'; readonly zoom: number }

/**
 * A camera that can be moved, over one session with its ONVIF service (ONVIF PTZ, section 5.3). It is not safe for
 * calls at once: devices answer one request after the other.
 */
export class PtzSession implements Disposable {
  readonly #session: OnvifSession
  readonly #profileToken: string

  private constructor(session: OnvifSession, profileToken: string) {
    this.#session = session
    this.#profileToken = escapeXml(profileToken)
  }

  /**
   * Finds out how the camera is moved.
   * @param signal ends the session, also later
   * @throws OnvifError; OperationRefused for a camera without PTZ
   */
  static async open(target: PtzTarget, deps: PtzDeps, signal: AbortSignal): Promise<PtzSession> {
    const address = await resolveHost(target.host, deps.allowed, deps.clock)
    const endpoint = { address, port: target.port, host: target.host }
    const session = new OnvifSession(endpoint, target.credentials, deps, signal)
    try {
      await measureClock(session, deps)
      await findServices(session)
      const movable = (await videoProfiles(session)).find(({ isMovable }) => isMovable)
      if (movable === undefined) throw new OperationRefused('it has no PTZ')
      return new PtzSession(session, movable.token)
    } catch (error) {
      session[Symbol.dispose]()
      throw error
    }
  }

  /**
   * Begins to move.
   * @param timeoutMs after which the camera stops even if nobody tells it to
   * @throws OnvifError; OperationRefused if it does not move so
   */
  async move(velocity: Velocity, timeoutMs: number): Promise<void> {
    const speeds =
      velocity.kind === 'zoom'
        ? { zoom: velocity.zoom, onlySendZoom: true }
        : { x: velocity.x, y: velocity.y, onlySendPanTilt: true }
    const options = { profileToken: this.#profileToken, timeout: timeoutMs, ...speeds }
    await this.#session.ask((cam) => cam.continuousMove(options, ignore))
  }

  /** Ends every movement. @throws OnvifError */
  async stop(): Promise<void> {
    const options = { profileToken: this.#profileToken, panTilt: true, zoom: true }
    await this.#session.ask((cam) => cam.stop(options, ignore))
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]()
  }
}

/** The package wants a callback; what it would hear goes through the session instead. */
function ignore(): void {}
