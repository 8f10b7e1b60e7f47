import { cameraLostItsRelay } from '../cameras/camera-report.service.js'
import type { Database, Db, Tx } from '../platform/database/database.js'
import type { Platform } from '../platform/platform.js'
import {
  findHolder,
  findLeaseOrg,
  insertLease,
  listAbandonedCameras,
  lockAbandoned,
  lockLeaseStanding,
} from './lease.repository.js'

export { type KeptRelay, LeaseKeeper, type LeaseTeller } from './lease-keeper.js'

/** A camera in direct mode waits for a relay from now on. */
export async function shareOut(tx: Tx, orgId: string, cameraId: string): Promise<void> {
  await insertLease(tx, orgId, cameraId)
}

/** The relay that holds a camera now. */
export interface LeaseHolder {
  readonly relayId: string
  /** The node that holds its socket. */
  readonly nodeId: string
  readonly lease: { readonly camera_id: string; readonly epoch: number }
}

/** Who serves a camera in direct mode; undefined while nobody does. */
export async function findLeaseHolder(
  db: Db,
  orgId: string,
  cameraId: string,
): Promise<LeaseHolder | undefined> {
  const row = await findHolder(db, orgId, cameraId)
  return (
    row && { relayId: row.relay_id, nodeId: row.node_id, lease: { camera_id: cameraId, epoch: row.epoch } }
  )
}

/** A lease as a relay's frame names it, with the session on which the frame came. */
export interface NamedLease {
  readonly relayId: string
  readonly sessionEpoch: number
  readonly cameraId: string
  readonly epoch: number
}

/** The frame came on a session that another has replaced: it is not judged, and comes again on the newer one. */
export class SessionReplacedError extends Error {
  override readonly name = 'SessionReplacedError'
}

/** The organisation of a camera that this relay has, or had last, by this epoch. */
export async function findOrgOfLease(database: Database, named: NamedLease): Promise<string | undefined> {
  return findLeaseOrg(database.worker, named.relayId, named.cameraId, named.epoch)
}

/**
 * How a lease stands, until the transaction ends: `live`; `ended`, but nobody took the camera over since, so that
 * what was recorded under it is still this relay's to deliver; or `stale`.
 * @throws SessionReplacedError
 */
export async function holdLease(
  tx: Tx,
  orgId: string,
  named: NamedLease,
): Promise<'live' | 'ended' | 'stale'> {
  const standing = await lockLeaseStanding(tx, orgId, named)
  if (!standing) return 'stale'
  if (standing.session_epoch !== named.sessionEpoch) {
    throw new SessionReplacedError('a newer session of this relay took over')
  }
  return standing.is_live ? 'live' : 'ended'
}

/**
 * Says of cameras that were served, and that no relay took over within the grace period, that they are off line.
 * Any node does it; of several at once one gets each camera.
 */
export async function sweepAbandonedCameras({ database, config, log }: Platform): Promise<void> {
  // The grace period counts from the last renewal, which was a lease's length before its end.
  const graceMs = Math.max(0, config.offlineGraceMs - config.relayLeaseMs)
  for (const place of await listAbandonedCameras(database.worker, graceMs)) {
    await database.inOrg(place.org_id, async (tx) => {
      if (!(await lockAbandoned(tx, place, graceMs))) return
      await cameraLostItsRelay(tx, place.org_id, place.camera_id)
      log.info({ orgId: place.org_id, cameraId: place.camera_id }, 'camera.without_relay')
    })
  }
}
