import { setMaxListeners } from 'node:events'
import type { CameraLease, SealingKey } from '@sightline/protocol'
import type { Log } from '../../../platform/log.js'
import type { Platform } from '../../../platform/platform.js'
import { loadDirectCamera } from '../../cameras/configuration/camera-configuration.service.js'
import { saveProbedFacts } from '../../cameras/configuration/direct-camera.service.js'
import { type ProbeSlots, probedAddresses } from '../../cameras/probing/probe-slots.service.js'
import type { CommandAnswer, PendingCommands } from '../commands/pending-commands.js'
import type { LeaseResolver } from './lease-resolver.js'

interface ProberDeps {
  readonly platform: Platform
  readonly log: Log
  readonly leases: LeaseResolver
  readonly commands: PendingCommands
  readonly slots: ProbeSlots
  readonly publicKey: SealingKey
}

/** A camera that is in use may take its time for a second connection. */
const deadlineMs = 20_000

/**
 * Asks a relay what cameras are that were registered without a probe: once in a session each, when they are
 * known to work. They take their turn with those that people check, and after them.
 */
export class DirectCameraProber {
  readonly #deps: ProberDeps
  readonly #asked = new Set<string>()
  readonly #work = new Set<Promise<void>>()
  readonly #stop = new AbortController()

  constructor(deps: ProberDeps) {
    this.#deps = deps
    // As many wait as there are cameras.
    setMaxListeners(0, this.#stop.signal)
  }

  /** Nobody waits for the answer. */
  probe(orgId: string, lease: CameraLease): void {
    if (this.#asked.has(lease.camera_id)) return
    this.#asked.add(lease.camera_id)
    const work = this.#ask(orgId, lease)
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return
        this.#deps.log.warn({ err: error, formerly: 'relay.camera_not_described' }, 'relay.camera_not_probed')
      })
      .finally(() => this.#work.delete(work))
    this.#work.add(work)
  }

  /** The session is over. Resolves when no question is under way. */
  async end(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#work)
  }

  async #ask(orgId: string, lease: CameraLease): Promise<void> {
    const { slots, leases } = this.#deps
    const addresses = await this.#addressesOf(orgId, lease.camera_id)
    if (!addresses) return
    const camera = { orgId, gatewayId: null, addresses }
    const answer = await slots.withSlotInBackground(
      camera,
      () => this.#command(orgId, lease.camera_id),
      this.#stop.signal,
    )
    if (answer?.kind !== 'answered' || !answer.outcome.reachable) return
    const { outcome } = answer
    await leases.whileLive(lease, (tx) => saveProbedFacts(tx, orgId, lease.camera_id, outcome))
  }

  /** Asks for the camera as it is by now. */
  async #command(orgId: string, cameraId: string): Promise<CommandAnswer<'probe'> | null> {
    const { platform, commands, publicKey } = this.#deps
    const camera = await loadDirectCamera(platform, orgId, cameraId, publicKey)
    if (!camera) return null
    const { connection, stream_transport } = camera
    return commands.run({ type: 'probe', body: { connection, stream_transport }, deadlineMs })
  }

  async #addressesOf(orgId: string, cameraId: string): Promise<string[] | null> {
    const { platform, publicKey } = this.#deps
    const camera = await loadDirectCamera(platform, orgId, cameraId, publicKey)
    return camera && probedAddresses(camera.connection)
  }
}
