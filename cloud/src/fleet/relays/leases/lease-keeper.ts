import type { CameraLease, CameraSet, SealingKey } from '@sightline/protocol'
import type { Platform } from '../../../platform/platform.js'
import { PollInterval } from '../../../platform/time/poll-interval.js'
import { loadDirectCamera } from '../../cameras/configuration/camera-configuration.service.js'
import { closeRelay, listLiveRelays, touchRelay } from '../relay-presence.repository.js'
import {
  endLease,
  endLeasesOf,
  type HeldLeaseRow,
  type LeaseRow,
  listFreeCameras,
  listHeldLeases,
  renewLeases,
  takeLeases,
} from './lease.repository.js'
import { preferredRelay } from './rendezvous.js'

/** Notifies a relay of what becomes of its leases. */
export interface LeaseNotifier {
  /** The relay holds the camera, which is to be served so. Resolves when the frame is on its way. */
  set(lease: CameraLease, body: CameraSet): Promise<void>
  /** The relay does not hold the camera any more. */
  drop(lease: CameraLease, revision: number): void
  renewed(leases: readonly CameraLease[], validMs: number): void
  /** A newer session of this relay is the live one. */
  replaced(): void
}

export interface KeptRelay {
  readonly relayId: string
  readonly sessionEpoch: number
  readonly capacity: number
  readonly publicKey: SealingKey
  /** Milliseconds since the relay was last heard. */
  silentMs(): number
}

/** A lease that was sent to the relay. */
interface GrantedLease {
  readonly orgId: string
  readonly lease: CameraLease
  readonly revision: number
}

const pollIntervalMs = 1_000
/** A relay that is not the first for a camera leaves it to that one so long. */
const headStartMs = 3_000
/** Free cameras read in one poll. */
const maxFree = 500
/** A peer that is silent for longer gets no renewal, whatever the state of its socket: it pings each 10 s. */
const maxSilentMs = 12_000
const renewalsPerLease = 3

/**
 * Keeps the leases of one relay, from the beginning of its session to the end, on the node that holds its socket: it
 * claims cameras that no relay serves, as many as the relay has room for, renews what it holds while the relay is heard,
 * and notifies the relay of every change. Polling each second is the truth; notices only wake it earlier.
 */
export class LeaseKeeper {
  readonly #platform: Platform
  readonly #relay: KeptRelay
  readonly #notifier: LeaseNotifier
  /** By camera. In memory, for each session is sent everything anew. */
  readonly #granted = new Map<string, GrantedLease>()
  #renewedAt = Number.NEGATIVE_INFINITY
  readonly #pause: PollInterval

  constructor(platform: Platform, relay: KeptRelay, notifier: LeaseNotifier) {
    this.#platform = platform
    this.#relay = relay
    this.#notifier = notifier
    this.#pause = new PollInterval(platform.clock)
  }

  /** Leases that were sent to the relay. */
  get held(): readonly CameraLease[] {
    return [...this.#granted.values()].map(({ lease }) => lease)
  }

  /** Polls now. */
  wake(): void {
    this.#pause.wake()
  }

  /** Keeps the leases until `signal` aborts. They stay the relay's, for it may be back at once. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#pause.beginPoll()
      await this.#poll(signal).catch((error: unknown) => {
        if (!signal.aborted) this.#platform.log.warn({ err: error }, 'relay.leases_not_kept')
      })
      await this.#pause.wait(pollIntervalMs, signal)
    }
  }

  /**
   * The session is over.
   * @param free the relay stopped in order: others may have its cameras at once, and not only when their leases end
   */
  async leave({ free }: { free: boolean }): Promise<void> {
    const { relayId, sessionEpoch } = this.#relay
    const { worker } = this.#platform.database
    if (free) await endLeasesOf(worker, relayId, sessionEpoch)
    await closeRelay(worker, relayId, sessionEpoch)
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#platform
    const { relayId, sessionEpoch } = this.#relay
    const begunAt = clock.monotonic()
    const isHeard = this.#relay.silentMs() < maxSilentMs
    const isDue = begunAt - this.#renewedAt >= this.#leaseMs / renewalsPerLease
    if (isHeard && isDue) {
      if (!(await touchRelay(database.worker, relayId, sessionEpoch))) return this.#notifier.replaced()
      await renewLeases(database.worker, { relayId, sessionEpoch, leaseMs: this.#leaseMs })
      this.#renewedAt = begunAt
    }
    const held = await listHeldLeases(database.worker, relayId)
    this.#dropLost(held)
    for (const row of held) {
      if (signal.aborted) return
      if (row.is_wanted) await this.#send(row, row.revision)
      else await this.#end(row, row.revision)
    }
    if (isHeard && isDue) this.#notifyRenewed(this.held, begunAt)
    if (isHeard) await this.#claimFree(held.filter(({ is_wanted }) => is_wanted).length, signal)
  }

  get #leaseMs(): number {
    return this.#platform.config.relayLeaseMs
  }

  /** What ran out, or was taken over, is sent once. */
  #dropLost(held: readonly HeldLeaseRow[]): void {
    const known = new Set(held.map(({ camera_id, epoch }) => `${camera_id} ${epoch}`))
    for (const { lease, revision } of this.#granted.values()) {
      if (known.has(`${lease.camera_id} ${lease.epoch}`)) continue
      this.#granted.delete(lease.camera_id)
      this.#notifier.drop(lease, revision)
    }
  }

  /** Sends the relay a camera, if it does not have the newest revision. */
  async #send(row: LeaseRow, revision: number): Promise<void> {
    const known = this.#granted.get(row.camera_id)
    if (known && known.orgId !== row.org_id) return
    if (known && known.revision >= revision) return
    const body = await this.#load(row)
    if (body === 'failed') return
    if (!body) return this.#end(row, revision)
    const lease = { camera_id: row.camera_id, epoch: row.epoch }
    this.#granted.set(row.camera_id, { orgId: row.org_id, lease, revision: body.revision })
    await this.#notifier.set(lease, body)
  }

  /** Null: not to be served any more. A camera that cannot be read does not keep the others from the relay. */
  async #load({ org_id: orgId, camera_id: cameraId }: LeaseRow): Promise<CameraSet | null | 'failed'> {
    try {
      return await loadDirectCamera(this.#platform, orgId, cameraId, this.#relay.publicKey)
    } catch (error) {
      this.#platform.log.error({ err: error, orgId, cameraId }, 'relay.camera_not_read')
      return 'failed'
    }
  }

  async #end(row: LeaseRow, revision: number): Promise<void> {
    await endLease(this.#platform.database.worker, this.#relay.relayId, row)
    if (!this.#granted.delete(row.camera_id)) return
    this.#notifier.drop({ camera_id: row.camera_id, epoch: row.epoch }, revision)
  }

  async #claimFree(holding: number, signal: AbortSignal): Promise<void> {
    const { worker } = this.#platform.database
    const { relayId, sessionEpoch, capacity } = this.#relay
    const room = capacity - holding
    if (room <= 0 || signal.aborted) return
    const free = await listFreeCameras(worker, maxFree)
    if (free.length === 0) return
    const relayIds = await listLiveRelays(worker, this.#leaseMs)
    const ours = free.filter(
      ({ camera_id, waited_ms }) =>
        waited_ms > headStartMs || preferredRelay(relayIds, camera_id) === relayId,
    )
    if (ours.length === 0) return
    const begunAt = this.#platform.clock.monotonic()
    const taking = { relayId, sessionEpoch, leaseMs: this.#leaseMs, limit: room }
    const taken = await takeLeases(worker, taking, ours)
    for (const row of taken) await this.#send(row, 1)
    this.#notifyRenewed(
      taken.flatMap(({ camera_id }) => this.#granted.get(camera_id)?.lease ?? []),
      begunAt,
    )
  }

  /** The relay counts from receipt; what passed here since the lease was lengthened is taken off. */
  #notifyRenewed(leases: readonly CameraLease[], begunAt: number): void {
    const validMs = Math.floor(this.#leaseMs - (this.#platform.clock.monotonic() - begunAt))
    if (leases.length > 0 && validMs >= 1_000) this.#notifier.renewed(leases, validMs)
  }
}
