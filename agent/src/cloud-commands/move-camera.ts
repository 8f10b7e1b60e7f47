import { isDeepStrictEqual } from 'node:util'
import type { CameraConnection, ChannelErrorCode, Ptz, PtzOutcome, Result } from '@sightline/protocol'
import type { SealingKey } from '../cloud-link/identity.js'
import { openCredentials } from '../cloud-link/sealed-credentials.js'
import { OnvifError, OperationRefused } from '../onvif/onvif-error.js'
import type { OpenSessionDeps } from '../onvif/open-session.js'
import { PtzSession } from '../onvif/ptz-session.js'
import type { Logger } from '../platform/logger.js'
import { type SecretScope, secrets } from '../platform/secrets.js'
import type { Site } from '../site/site.js'
import { CameraHead } from './camera-head.js'
import { done, refused } from './results.js'

type OnvifConnection = Extract<CameraConnection, { type: 'onvif' }>

export interface CameraHeadsDeps extends OpenSessionDeps {
  readonly log: Logger
  readonly sealingKey: SealingKey
}

/** A camera that was moved lately, as it was reached then. */
interface KnownHead {
  readonly connection: OnvifConnection
  readonly digestOnly: boolean
  readonly head: CameraHead
  /** Masks its password for as long as it is known. */
  readonly guard: SecretScope
}

/** The cameras that were moved lately: each is asked over one session at a time. */
export class CameraHeads {
  readonly #deps: CameraHeadsDeps
  readonly #known = new Map<string, KnownHead>()

  constructor(deps: CameraHeadsDeps) {
    this.#deps = deps
  }

  /**
   * The head of a camera, as it is reached now.
   * @param digestOnly whether the password itself must not be sent there: see `Whereabouts.isOnTrial`
   */
  of(cameraId: string, connection: OnvifConnection, digestOnly: boolean): CameraHead {
    const known = this.#known.get(cameraId)
    const isSame = known?.digestOnly === digestOnly && isDeepStrictEqual(known.connection, connection)
    if (known && isSame) return known.head
    void this.drop(cameraId)
    const guard = secrets.scope()
    const head = new CameraHead({
      ...this.#deps,
      open: async (signal) => {
        const credentials = await openCredentials(connection.credentials, this.#deps.sealingKey, guard)
        const { host, port } = connection
        const shown = credentials && { ...credentials, digestOnly }
        return PtzSession.open({ host, port, credentials: shown }, this.#deps, signal)
      },
    })
    this.#known.set(cameraId, { connection, digestOnly, head, guard })
    return head
  }

  /** Stops a camera if it moves, within about two seconds, and forgets its account. */
  async drop(cameraId: string): Promise<void> {
    const known = this.#known.get(cameraId)
    if (!known) return
    this.#known.delete(cameraId)
    await known.head.close()
    known.guard.end()
  }

  /** Drops all. */
  async close(): Promise<void> {
    await Promise.all([...this.#known.keys()].map((cameraId) => this.drop(cameraId)))
  }
}

/** Moves a camera as the cloud asks; it ends by itself. @throws the signal's reason */
export async function moveCamera(
  command: Ptz,
  { site, heads }: { readonly site: Site; readonly heads: CameraHeads },
  signal: AbortSignal,
): Promise<Result> {
  const camera = site.camera(command.camera_id)
  if (!camera) return refused('camera_unknown', 'this gateway has no such camera')
  const { connection, digestOnly } = camera.whereabouts
  if (!camera.settings.enabled) return refused('camera_offline', 'the camera is switched off')
  if (connection.type !== 'onvif') {
    return refused('unsupported', 'the camera is known by its stream only: movement needs ONVIF')
  }
  const { direction, magnitude, duration_ms: durationMs } = command
  const movement = { direction, magnitude, durationMs }
  try {
    const begun = await unlessAborted(
      heads.of(command.camera_id, connection, digestOnly).move(movement, signal),
      signal,
    )
    return done({
      started_at: new Date(begun.startedAtMs).toISOString(),
      stops_at: new Date(begun.stopsAtMs).toISOString(),
    } satisfies PtzOutcome)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof OnvifError) return refused(codeOf(error), error.message)
    throw error
  }
}

function codeOf(error: OnvifError): ChannelErrorCode {
  // An account without the right to move the camera is met by this person as one that cannot be moved.
  if (error instanceof OperationRefused || error.fault === 'auth') return 'unsupported'
  return error.fault === 'protocol' || error.fault === 'clock' ? 'unavailable' : 'camera_offline'
}

/** The result, or the signal's reason if that comes first; the work goes on then. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
