import type { CameraLease, SealingKey } from '@sightline/protocol'
import type { Log } from '../../../platform/log.js'
import type { Platform } from '../../../platform/platform.js'
import { loadDirectCamera } from '../../cameras/configuration/camera-configuration.service.js'
import { saveProbedFacts } from '../../cameras/configuration/direct-camera.service.js'
import type { PendingCommands } from '../commands/pending-commands.js'
import type { LeaseResolver } from './lease-resolver.js'

interface ProberDeps {
  readonly platform: Platform
  readonly log: Log
  readonly leases: LeaseResolver
  readonly commands: PendingCommands
  readonly publicKey: SealingKey
}

/** A camera that is in use may take its time for a second connection. */
const deadlineMs = 20_000

/**
 * Asks a relay what cameras are that were registered without a probe: once in a session each, when they are
 * known to work.
 */
export class DirectCameraProber {
  readonly #deps: ProberDeps
  readonly #asked = new Set<string>()
  readonly #work = new Set<Promise<void>>()

  constructor(deps: ProberDeps) {
    this.#deps = deps
  }

  /** Nobody waits for the answer. */
  probe(orgId: string, lease: CameraLease): void {
    if (this.#asked.has(lease.camera_id)) return
    this.#asked.add(lease.camera_id)
    const work = this.#ask(orgId, lease)
      .catch((error: unknown) =>
        this.#deps.log.warn(
          { err: error, formerly: 'relay.camera_not_described' },
          'relay.camera_not_probed',
        ),
      )
      .finally(() => this.#work.delete(work))
    this.#work.add(work)
  }

  /** Resolves when no question is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#work)
  }

  async #ask(orgId: string, lease: CameraLease): Promise<void> {
    const { platform, leases, commands, publicKey } = this.#deps
    const camera = await loadDirectCamera(platform, orgId, lease.camera_id, publicKey)
    if (!camera) return
    const { connection, stream_transport } = camera
    const answer = await commands.run({
      type: 'probe',
      body: { connection, stream_transport },
      deadlineMs,
    })
    if (answer.kind !== 'answered' || !answer.outcome.reachable) return
    const { outcome } = answer
    await leases.whileLive(lease, (tx) => saveProbedFacts(tx, orgId, lease.camera_id, outcome))
  }
}
