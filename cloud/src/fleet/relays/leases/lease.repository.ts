import { sql } from 'kysely'
import type { Db, Tx, WorkerDb } from '../../../platform/database/handles.js'

/** A camera and its organisation. */
interface LeasedCamera {
  org_id: string
  camera_id: string
}

/** A lease that a relay holds. */
export interface LeaseRow extends LeasedCamera {
  epoch: number
}

/** A lease that a relay holds, and what the camera is to do now. */
export interface HeldLeaseRow extends LeaseRow {
  /** False: the camera was disabled or deleted, or has a gateway now. */
  is_wanted: boolean
  /** In which the camera last changed. */
  revision: number
}

const live = sql<boolean>`camera_leases.lease_until > now()`
const wanted = sql<boolean>`(cameras.enabled and cameras.deleted_at is null)`
const seconds = (ms: number) => sql<string>`make_interval(secs => ${ms / 1000}::float8)`

/**
 * The row by which a camera in direct mode is shared out. It keeps its epoch for ever. A camera that comes back has
 * not waited yet.
 */
export async function insertLease(tx: Tx, orgId: string, cameraId: string): Promise<void> {
  await tx
    .insertInto('camera_leases')
    .values({ org_id: orgId, camera_id: cameraId })
    .onConflict((known) =>
      known
        .columns(['org_id', 'camera_id'])
        .doUpdateSet({ lease_until: null })
        .where('camera_leases.lease_until', '<=', sql<Date>`now()`),
    )
    .execute()
}

/** Cameras that nobody serves, those that wait longest first, with the milliseconds that each has waited. */
export async function listFreeCameras(
  worker: WorkerDb,
  limit: number,
): Promise<(LeasedCamera & { waited_ms: number })[]> {
  const { rows } = await sql<LeasedCamera & { waited_ms: number }>`/* name: list_free_cameras */
    select camera_leases.org_id, camera_leases.camera_id,
      (extract(epoch from now() - coalesce(lease_until, camera_leases.created_at)) * 1000)::float8 as waited_ms
    from camera_leases
    join cameras on cameras.org_id = camera_leases.org_id and cameras.id = camera_leases.camera_id
    where (lease_until is null or lease_until <= now()) and ${wanted}
    order by lease_until nulls first
    limit ${limit}`.execute(worker)
  return rows
}

/**
 * Takes up to `limit` of these cameras, as far as nobody else holds or is just taking them. The epoch grows when
 * the camera comes from another relay; a relay that takes its own camera again goes on with the same.
 */
export async function takeLeases(
  worker: WorkerDb,
  taking: { relayId: string; sessionEpoch: number; leaseMs: number; limit: number },
  cameras: readonly LeasedCamera[],
): Promise<LeaseRow[]> {
  const { rows } = await sql<LeaseRow>`/* name: take_leases */
    with free as (
      select camera_leases.org_id, camera_leases.camera_id
      from unnest(
        ${cameras.map(({ org_id }) => org_id)}::uuid[], ${cameras.map(({ camera_id }) => camera_id)}::uuid[]
      ) as given (org_id, camera_id)
      join camera_leases using (org_id, camera_id)
      join cameras on cameras.org_id = camera_leases.org_id and cameras.id = camera_leases.camera_id
      where (lease_until is null or lease_until <= now()) and ${wanted}
        and exists (
          select from relays where relay_id = ${taking.relayId} and epoch = ${taking.sessionEpoch}
        )
      order by lease_until nulls first
      limit ${taking.limit}
      for update of camera_leases skip locked
    )
    update camera_leases
    set relay_id = ${taking.relayId}::uuid, lease_until = now() + ${seconds(taking.leaseMs)},
      epoch = case when relay_id = ${taking.relayId}::uuid then epoch else epoch + 1 end
    from free
    where camera_leases.org_id = free.org_id and camera_leases.camera_id = free.camera_id
    returning camera_leases.org_id, camera_leases.camera_id, camera_leases.epoch`.execute(worker)
  return rows
}

/** Lengthens the leases that a relay holds, if this is its newest session. What has ended stays ended. */
export async function renewLeases(
  worker: WorkerDb,
  { relayId, sessionEpoch, leaseMs }: { relayId: string; sessionEpoch: number; leaseMs: number },
): Promise<void> {
  await sql`/* name: renew_leases */
    update camera_leases set lease_until = now() + ${seconds(leaseMs)}
    where relay_id = ${relayId} and lease_until > now()
      and exists (select from relays where relay_id = ${relayId} and epoch = ${sessionEpoch})`.execute(worker)
}

/** The leases that a relay holds now, with what has become of their cameras. */
export async function listHeldLeases(worker: WorkerDb, relayId: string): Promise<HeldLeaseRow[]> {
  const { rows } = await sql<HeldLeaseRow>`/* name: list_held_leases */
    select camera_leases.org_id, camera_leases.camera_id, camera_leases.epoch,
      coalesce(${wanted}, false) as is_wanted, coalesce(cameras.config_revision, 1) as revision
    from camera_leases
    -- A camera that has a gateway now is not shown to this role.
    left join cameras on cameras.org_id = camera_leases.org_id and cameras.id = camera_leases.camera_id
    where relay_id = ${relayId} and ${live}
    order by camera_leases.camera_id`.execute(worker)
  return rows
}

/** Ends a lease now. Who held it, and by which epoch, stays. */
export async function endLease(worker: WorkerDb, relayId: string, lease: LeaseRow): Promise<void> {
  await worker
    .updateTable('camera_leases')
    .set({ lease_until: sql<Date>`now()` })
    .where('org_id', '=', lease.org_id)
    .where('camera_id', '=', lease.camera_id)
    .where('epoch', '=', lease.epoch)
    .where('relay_id', '=', relayId)
    .where(live)
    .execute()
}

/** Ends all leases of a relay whose newest session this is. */
export async function endLeasesOf(worker: WorkerDb, relayId: string, sessionEpoch: number): Promise<void> {
  await sql`/* name: end_leases */
    update camera_leases set lease_until = now()
    where relay_id = ${relayId} and ${live}
      and exists (select from relays where relay_id = ${relayId} and epoch = ${sessionEpoch})`.execute(worker)
}

/** The organisation of a camera that this relay holds, or held last, by this epoch. */
export async function findLeaseOrg(
  worker: WorkerDb,
  relayId: string,
  cameraId: string,
  epoch: number,
): Promise<string | undefined> {
  const rows = await worker
    .selectFrom('camera_leases')
    .select('org_id')
    .where('relay_id', '=', relayId)
    .where('camera_id', '=', cameraId)
    .where('epoch', '=', epoch)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]?.org_id : undefined
}

/** How a frame's lease stands, held in place until the transaction ends: nobody takes the camera over meanwhile. */
interface LeaseStanding {
  is_live: boolean
  /** The newest session of the relay. */
  session_epoch: number
}

/** Undefined if this relay does not have the camera by this epoch. */
export async function lockLeaseStanding(
  tx: Tx,
  orgId: string,
  { relayId, cameraId, epoch }: { relayId: string; cameraId: string; epoch: number },
): Promise<LeaseStanding | undefined> {
  return tx
    .selectFrom('camera_leases')
    .innerJoin('relays', 'relays.relay_id', 'camera_leases.relay_id')
    .select([live.as('is_live'), 'relays.epoch as session_epoch'])
    .where('camera_leases.org_id', '=', orgId)
    .where('camera_leases.camera_id', '=', cameraId)
    .where('camera_leases.epoch', '=', epoch)
    .where('camera_leases.relay_id', '=', relayId)
    .forShare('camera_leases')
    .executeTakeFirst()
}

/** The relay that holds a camera now, and the node that holds its socket. */
export async function findLiveLease(db: Db, orgId: string, cameraId: string) {
  return db
    .selectFrom('camera_leases')
    .innerJoin('relays', 'relays.relay_id', 'camera_leases.relay_id')
    .select(['relays.relay_id', 'relays.node_id', 'relays.capabilities', 'camera_leases.epoch'])
    .where('camera_leases.org_id', '=', orgId)
    .where('camera_leases.camera_id', '=', cameraId)
    .where(live)
    .where('relays.closed_at', 'is', null)
    .executeTakeFirst()
}

/** Cameras that are to be watched and whose last lease ended `graceMs` ago and more, not yet said to be off line. */
export async function listAbandonedCameras(worker: WorkerDb, graceMs: number): Promise<LeasedCamera[]> {
  const { rows } = await sql<LeasedCamera>`/* name: list_abandoned_cameras */
    select camera_leases.org_id, camera_leases.camera_id
    from camera_leases
    join cameras on cameras.org_id = camera_leases.org_id and cameras.id = camera_leases.camera_id
    where lease_until <= now() - ${seconds(graceMs)} and ${wanted} and observed_status <> 'offline'
    order by lease_until
    limit 200`.execute(worker)
  return rows
}

/** Holds the lease of a camera that nobody served for `graceMs` still. False if it is served again. */
export async function lockAbandoned(
  tx: Tx,
  { org_id: orgId, camera_id: cameraId }: LeasedCamera,
  graceMs: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('camera_leases')
    .select('camera_id')
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .where(sql<boolean>`lease_until <= now() - ${seconds(graceMs)}`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}
