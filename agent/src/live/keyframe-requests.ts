import type { StreamRole } from '@sightline/protocol'
import type { ActiveCamera } from '../cameras/active-camera.js'
import { keyframePlaceOf } from '../cameras/stream-settings.js'
import { askForKeyframe } from '../onvif/ask-for-keyframe.js'
import type { OpenSessionDeps } from '../onvif/open-session.js'
import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'

/** How a camera is asked. @throws where it does not answer, or not so */
export type AskCamera = (camera: ActiveCamera, role: StreamRole, signal: AbortSignal) => Promise<boolean>

/** Between requests for one stream, ms: a keyframe costs a camera and its line as much as many pictures. */
const betweenMs = 3_000
/** After one that came to nothing, ms. */
const afterFailureMs = 60_000

/** Asks cameras for keyframes, each stream seldom enough. */
export class KeyframeRequests {
  readonly #ask: AskCamera
  readonly #clock: Clock
  readonly #log: Logger
  readonly #notBeforeMs = new WeakMap<ActiveCamera, Partial<Record<StreamRole, number>>>()
  readonly #ending = new AbortController()
  readonly #asking: BackgroundTasks

  constructor(ask: AskCamera, { clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#ask = ask
    this.#clock = clock
    this.#log = log
    this.#asking = new BackgroundTasks((err) => log.error({ err }, 'live.keyframe_failed'))
  }

  /** Asks for a keyframe in the background, unless that was done lately. */
  request(camera: ActiveCamera, role: StreamRole): void {
    const nowMs = this.#clock.monotonic()
    const times = this.#notBeforeMs.get(camera) ?? {}
    if (this.#ending.signal.aborted || nowMs < (times[role] ?? Number.NEGATIVE_INFINITY)) return
    times[role] = nowMs + betweenMs
    this.#notBeforeMs.set(camera, times)
    this.#asking.add(
      this.#once(camera, role).then((isGood) => {
        if (!isGood) times[role] = this.#clock.monotonic() + afterFailureMs
      }),
    )
  }

  /** Resolves once nothing is asked any more. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('the agent stops'))
    await this.#asking.settled()
  }

  async #once(camera: ActiveCamera, role: StreamRole): Promise<boolean> {
    const { camera_id: cameraId } = camera.settings
    try {
      return await this.#ask(camera, role, this.#ending.signal)
    } catch (error) {
      this.#log.debug({ cameraId, role, reason: messageOf(error) }, 'live.no_keyframe')
      return false
    }
  }
}

/** Asks by ONVIF; false for a camera that is known by its streams only. */
export function askByOnvif(deps: OpenSessionDeps): AskCamera {
  return async (camera, role, signal) => {
    const found = camera.pipeline?.found
    const place = found ? keyframePlaceOf(camera.location.connection, found, role) : null
    if (place === null) return false
    await askForKeyframe(place, deps, signal)
    return true
  }
}
