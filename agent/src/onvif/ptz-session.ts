import { findServices, listMedia, type MediaListing } from './ask-services.js'
import { mainProfile } from './choose-streams.js'
import { findChannel } from './find-channel.js'
import type { VideoProfile } from './media-answers.js'
import { ConnectionLost, OnvifError, OperationRefused } from './onvif-error.js'
import type { OnvifSession } from './onvif-session.js'
import { type OnvifAccess, type OpenSessionDeps, openSession } from './open-session.js'
import { escapeXml } from './read-xml.js'

/** Forms of ContinuousMove, tried in turn; the one that a camera takes is remembered. Bosch refuses a Timeout. */
const moveForms = [
  { timeout: true, allAxes: false },
  { timeout: false, allAxes: false },
  { timeout: true, allAxes: true },
  { timeout: false, allAxes: true },
] as const

/** Ways to end a movement, tried in turn; the one that a camera takes is remembered. Some know no Stop at all. */
const stopForms = ['both-axes', 'moved-axis', 'bare', 'zero-velocity'] as const

interface StopOptions {
  readonly profileToken: string
  readonly panTilt?: boolean
  readonly zoom?: boolean
}

/** Speeds from -1 to 1: to the right and up, or nearer. One of both, because some cameras take no more at once. */
export type Velocity =
  | { readonly kind: 'pan-tilt'; readonly x: number; readonly y: number }
  | { readonly kind: 'zoom'; readonly zoom: number }

/** A camera that may be movable. */
interface PtzEndpoint extends OnvifAccess {
  /** Which channel of the device, as `findChannel` understands it; by default that of the largest picture. */
  readonly channel?: string | undefined
}

/** Of the channel's own profiles: another one turns another camera. */
function movableProfile(
  { profiles, channels }: MediaListing,
  wanted: string | undefined,
): VideoProfile | null {
  const channel = wanted === undefined ? null : findChannel(channels, wanted)
  const source = wanted === undefined ? mainProfile(profiles)?.source : channel?.token
  return profiles.find((profile) => profile.isMovable && profile.source === source) ?? null
}

/**
 * A camera that can be moved, over one session with its ONVIF service (ONVIF PTZ, section 5.3). It is not safe for
 * calls at once: devices answer one request after the other.
 */
export class PtzSession implements Disposable {
  readonly #session: OnvifSession
  readonly #profileToken: string
  /** What moves, or moved last. */
  #moved: Velocity['kind'] = 'pan-tilt'

  private constructor(session: OnvifSession, profileToken: string) {
    this.#session = session
    this.#profileToken = escapeXml(profileToken)
  }

  /**
   * Finds out how the camera is moved.
   * @param signal ends the session, also later
   * @throws OnvifError; OperationRefused for a camera without PTZ
   */
  static async open(place: PtzEndpoint, deps: OpenSessionDeps, signal: AbortSignal): Promise<PtzSession> {
    const session = await openSession(place, deps, signal)
    try {
      await findServices(session)
      const movable = movableProfile(await listMedia(session), place.channel)
      if (movable === null) throw new OperationRefused('it has no PTZ')
      return new PtzSession(session, movable.token)
    } catch (error) {
      session[Symbol.dispose]()
      throw error
    }
  }

  /**
   * Begins to move, by the first form of the request that the camera takes.
   * @param timeoutMs after which the camera is asked to stop even without a request; not all do
   * @param signal ends the wait for the answer: the camera may move all the same
   * @throws OnvifError; OperationRefused if it does not move so; the signal's reason
   */
  async move(velocity: Velocity, timeoutMs: number, signal: AbortSignal): Promise<void> {
    this.#moved = velocity.kind
    const { device } = this.#session
    await firstTaken(moveForms, device.moveForm, async (form, number) => {
      await this.#continuousMove(velocity, form.allAxes, form.timeout ? timeoutMs : null, signal)
      device.moveForm = number
    })
  }

  /** Ends every movement. Waits for no other request to the camera. @throws OnvifError */
  async stop(): Promise<void> {
    const { device } = this.#session
    await firstTaken(stopForms, device.stopForm, async (form, number) => {
      await this.#stopBy(form)
      device.stopForm = number
    })
  }

  async #stopBy(form: (typeof stopForms)[number]): Promise<void> {
    const profileToken = this.#profileToken
    const axis = this.#moved === 'zoom' ? { zoom: true } : { panTilt: true }
    switch (form) {
      case 'both-axes':
        return this.#stop({ profileToken, panTilt: true, zoom: true })
      case 'moved-axis':
        return this.#stop({ profileToken, ...axis })
      case 'bare':
        return this.#stop({ profileToken })
      case 'zero-velocity': {
        const still: Velocity =
          this.#moved === 'zoom' ? { kind: 'zoom', zoom: 0 } : { kind: 'pan-tilt', x: 0, y: 0 }
        return this.#continuousMove(still, moveForms[this.#session.device.moveForm]?.allAxes ?? false, null)
      }
    }
  }

  async #stop(options: StopOptions): Promise<void> {
    await this.#session.ask((cam) => cam.stop(options, ignore), { isUnqueued: true })
  }

  async #continuousMove(
    velocity: Velocity,
    allAxes: boolean,
    timeoutMs: number | null,
    signal?: AbortSignal,
  ): Promise<void> {
    const speeds =
      velocity.kind === 'zoom'
        ? { zoom: velocity.zoom, ...(allAxes ? { x: 0, y: 0 } : { onlySendZoom: true }) }
        : { x: velocity.x, y: velocity.y, ...(allAxes ? { zoom: 0 } : { onlySendPanTilt: true }) }
    const timeout = timeoutMs === null ? {} : { timeout: Math.ceil(timeoutMs / 1000) * 1000 }
    const options = { profileToken: this.#profileToken, ...timeout, ...speeds }
    await this.#session.ask((cam) => cam.continuousMove(options, ignore), {
      isUnqueued: true,
      ...(signal && { signal }),
    })
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]()
  }
}

/**
 * Tries forms of a request from the remembered one on, all of them once; only what the camera understands and refuses
 * is a reason to try the next.
 */
async function firstTaken<F>(
  forms: readonly F[],
  first: number,
  attempt: (form: F, number: number) => Promise<void>,
): Promise<void> {
  let refusal: OnvifError | null = null
  for (let tried = 0; tried < forms.length; tried += 1) {
    const number = (first + tried) % forms.length
    const form = forms[number]
    if (form === undefined) break
    try {
      return await attempt(form, number)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusal ??= error
    }
  }
  if (refusal !== null) throw refusal
}

/** Whether the camera answered and does not do it, in SOAP or in a page of its web server. */
function isRefusal(error: unknown): error is OnvifError {
  if (!(error instanceof OnvifError) || error instanceof ConnectionLost) return false
  return error.fault === 'protocol' || error.fault === 'not_found'
}

/** The package wants a callback; its answers go through the session instead. */
function ignore(): void {}
