import { isDeepStrictEqual } from 'node:util'
import type { CameraConnection } from '@sightline/protocol'
import type { PrivateSealingKey } from '../cloud-link/identity.js'
import { openCredentials } from '../cloud-link/sealed-credentials.js'
import type { OpenSessionDeps } from '../onvif/open-session.js'
import { PtzSession } from '../onvif/ptz-session.js'
import { inBackground } from '../platform/background.js'
import type { Logger } from '../platform/logger.js'
import { type SecretScope, secrets } from '../platform/secrets.js'
import { PtzController } from './ptz-controller.js'

type OnvifConnection = Extract<CameraConnection, { type: 'onvif' }>

interface PtzControllersDeps extends OpenSessionDeps {
  readonly log: Logger
  readonly sealingKey: PrivateSealingKey
}

/** A camera that was moved lately, as it was reached then. */
interface KnownController {
  readonly connection: OnvifConnection
  readonly digestOnly: boolean
  readonly controller: PtzController
  /** Masks its password for as long as it is known. */
  readonly guard: SecretScope
}

/** The cameras that were moved lately: each is asked over one session at a time. */
export class PtzControllers {
  readonly #deps: PtzControllersDeps
  readonly #known = new Map<string, KnownController>()

  constructor(deps: PtzControllersDeps) {
    this.#deps = deps
  }

  /**
   * The controller of a camera, as it is reached now.
   * @param digestOnly whether the password itself must not be sent there: see `CameraLocator.isUnconfirmed`
   */
  of(cameraId: string, connection: OnvifConnection, digestOnly: boolean): PtzController {
    const known = this.#known.get(cameraId)
    const isSame = known?.digestOnly === digestOnly && isDeepStrictEqual(known.connection, connection)
    if (known && isSame) return known.controller
    inBackground(this.drop(cameraId), this.#deps.log, 'ptz.not_released', { cameraId })
    const guard = secrets.scope()
    const controller = new PtzController({
      ...this.#deps,
      open: async (signal) => {
        const credentials = await openCredentials(connection.credentials, this.#deps.sealingKey, guard)
        const { host, port, channel } = connection
        const shown = credentials && { ...credentials, digestOnly }
        return PtzSession.open({ host, port, channel, credentials: shown }, this.#deps, signal)
      },
    })
    this.#known.set(cameraId, { connection, digestOnly, controller, guard })
    return controller
  }

  /** Stops a camera if it moves, within about two seconds, and forgets its account. */
  async drop(cameraId: string): Promise<void> {
    const known = this.#known.get(cameraId)
    if (!known) return
    this.#known.delete(cameraId)
    await known.controller.close()
    known.guard.end()
  }

  /** Drops all. */
  async close(): Promise<void> {
    await Promise.all([...this.#known.keys()].map((cameraId) => this.drop(cameraId)))
  }
}
