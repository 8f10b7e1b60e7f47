import type { CameraLease } from '@sightline/protocol'
import type { IntakeContext } from '../../../events/intake/intake-frame.service.js'
import type { Tx } from '../../../platform/database/handles.js'
import type { Platform } from '../../../platform/platform.js'
import { findLeaseOrganisation, holdLease, type NamedLease } from '../../relays/leases/lease.service.js'

/** A relay's frame whose lease holds. */
type LeasedContext = Extract<IntakeContext, { gatewayId: null }>

/**
 * Finds out whose a relay's frame is. The organisation follows from the lease as the database has it, and from
 * nothing that the relay says.
 */
export class LeaseResolver {
  readonly #platform: Platform
  readonly #session: Pick<NamedLease, 'relayId' | 'sessionEpoch'>

  constructor(platform: Platform, session: Pick<NamedLease, 'relayId' | 'sessionEpoch'>) {
    this.#platform = platform
    this.#session = session
  }

  /**
   * Where a frame belongs; null if the lease is not, or no longer, this relay's.
   * @param receivedAt when the frame arrived
   */
  async contextOf(
    lease: CameraLease | undefined,
    receivedAt = new Date(this.#platform.clock.now()),
  ): Promise<LeasedContext | null> {
    if (!lease) return null
    const { database } = this.#platform
    const named = this.#named(lease)
    const orgId = await findLeaseOrganisation(database, named)
    if (orgId === undefined) return null
    const hold = async (tx: Tx) => (await holdLease(tx, orgId, named)) !== 'stale'
    return { orgId, gatewayId: null, receivedAt, lease: { cameraId: lease.camera_id, hold } }
  }

  /**
   * Does work about a camera while its lease lives, in one transaction.
   * @returns undefined if it does not live
   */
  async whileLive<T>(
    lease: CameraLease,
    work: (tx: Tx, orgId: string) => Promise<T>,
  ): Promise<{ orgId: string; value: T } | undefined> {
    const { database } = this.#platform
    const named = this.#named(lease)
    const orgId = await findLeaseOrganisation(database, named)
    if (orgId === undefined) return undefined
    return database.inOrg(orgId, async (tx) => {
      if ((await holdLease(tx, orgId, named)) !== 'live') return undefined
      return { orgId, value: await work(tx, orgId) }
    })
  }

  #named({ camera_id: cameraId, epoch }: CameraLease): NamedLease {
    return { ...this.#session, cameraId, epoch }
  }
}
