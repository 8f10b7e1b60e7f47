import type { CameraLease, SealingKey } from '@sightline/protocol'
import { loadDirectCamera } from '../cameras/camera-configuration.service.js'
import { describeDirectCamera } from '../cameras/direct-camera.service.js'
import type { Log } from '../platform/log.js'
import type { Platform } from '../platform/platform.js'
import type { LeaseDesk } from './lease-desk.js'
import type { PendingCommands } from './pending-commands.js'

export interface DescriberDeps {
  readonly platform: Platform
  readonly log: Log
  readonly desk: LeaseDesk
  readonly commands: PendingCommands
  readonly publicKey: SealingKey
}

/** A camera that is in use may take its time for a second connection. */
const deadlineMs = 20_000

/**
 * Asks a relay what cameras are that were registered without being looked at: once in a session each, when they are
 * known to work.
 */
export class CameraDescriber {
  readonly #deps: DescriberDeps
  readonly #asked = new Set<string>()
  readonly #work = new Set<Promise<void>>()

  constructor(deps: DescriberDeps) {
    this.#deps = deps
  }

  /** Nobody waits for the answer. */
  describe(orgId: string, lease: CameraLease): void {
    if (this.#asked.has(lease.camera_id)) return
    this.#asked.add(lease.camera_id)
    const work = this.#ask(orgId, lease)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'relay.camera_not_described'))
      .finally(() => this.#work.delete(work))
    this.#work.add(work)
  }

  /** Resolves when no question is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#work)
  }

  async #ask(orgId: string, lease: CameraLease): Promise<void> {
    const { platform, desk, commands, publicKey } = this.#deps
    const camera = await loadDirectCamera(platform, orgId, lease.camera_id, publicKey)
    if (!camera) return
    const { connection, stream_transport } = camera
    const answer = await commands.run('probe', { connection, stream_transport }, deadlineMs)
    if (answer.kind !== 'answered' || !answer.outcome.reachable) return
    const { outcome } = answer
    await desk.whileLive(lease, (tx) => describeDirectCamera(tx, orgId, lease.camera_id, outcome))
  }
}
