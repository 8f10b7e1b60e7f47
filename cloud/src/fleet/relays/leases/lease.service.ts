import type { Database } from '../../../platform/database/database.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { Platform } from '../../../platform/platform.js'
import { markCameraOffline } from '../../cameras/condition/camera-report.service.js'
import {
  findLeaseOrg,
  findLiveLease,
  insertLease,
  listAbandonedCameras,
  lockAbandoned,
  lockLeaseStanding,
} from './lease.repository.js'

export { type KeptRelay, LeaseKeeper, type LeaseNotifier } from './lease-keeper.js'

/** A camera in direct mode waits for a relay from now on. */
export async function offerToRelays(tx: Tx, orgId: string, cameraId: string): Promise<void> {
  await insertLease(tx, orgId, cameraId)
}

/** The relay that holds a camera now. */
interface LeaseHolder {
  readonly relayId: string
  /** The node that holds its socket. */
  readonly nodeId: string
  readonly lease: { readonly camera_id: string; readonly epoch: number }
  /** What the program of the relay can do. */
  readonly capabilities: readonly string[]
}

/** Who serves a camera in direct mode; undefined while nobody does. */
export async function findLeaseHolder(
  db: Db,
  orgId: string,
  cameraId: string,
): Promise<LeaseHolder | undefined> {
  const row = await findLiveLease(db, orgId, cameraId)
  return (
    row && {
      relayId: row.relay_id,
      nodeId: row.node_id,
      lease: { camera_id: cameraId, epoch: row.epoch },
      capabilities: row.capabilities,
    }
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
class SessionReplacedError extends Error {
  override readonly name = 'SessionReplacedError'
}

/** The organisation of a camera that this relay has, or had last, by this epoch. */
export async function findLeaseOrganisation(
  database: Database,
  named: NamedLease,
): Promise<string | undefined> {
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
 * Of several nodes at once one gets each camera; one that fails keeps no other from its turn.
 * @param goesOn asked before each camera: whether this node may go on
 */
export async function sweepAbandonedCameras(
  { database, config, log }: Platform,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  // The grace period counts from the last renewal, which was a lease's length before its end.
  const graceMs = Math.max(0, config.offlineGraceMs - config.relayLeaseMs)
  for (const place of await listAbandonedCameras(database.worker, graceMs)) {
    if (!(await goesOn())) return
    const { org_id: orgId, camera_id: cameraId } = place
    try {
      await database.inOrg(orgId, async (tx) => {
        if (!(await lockAbandoned(tx, place, graceMs))) return
        await markCameraOffline(tx, orgId, cameraId)
        log.info({ orgId, cameraId }, 'camera.without_relay')
      })
    } catch (error) {
      log.error({ err: error, orgId, cameraId }, 'camera.without_relay_failed')
    }
  }
}
