import type { GatewayStatus } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Scope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { GatewayTable, GatewayTelemetryTable } from './gateway.table.js'

export type GatewayRow = Selectable<GatewayTable>

/** A report, without what it says of each camera. */
export type MeasuredTelemetry = Omit<
  Selectable<GatewayTelemetryTable>,
  'org_id' | 'disk_free_mb' | 'camera_recording_status'
>

/** What lists show of a gateway: there may be ten thousand of them. */
const listed = [
  'id',
  'name',
  'site_id',
  'status',
  'version',
  'local_ip',
  'last_heartbeat_at',
  'created_at',
  'commissioning_until',
] as const satisfies readonly (keyof GatewayTable)[]

export type ListedGateway = Pick<GatewayRow, (typeof listed)[number]>

/** What figures of a gateway are made of besides. */
const ofFigures = [
  'storage',
  'losses',
  'clock_synced',
  'clock_offset_ms',
  'diagnostics',
] as const satisfies readonly (keyof GatewayTable)[]

export type MeasuredGateway = ListedGateway & Pick<GatewayRow, (typeof ofFigures)[number]>

/** Gateways that are not deleted, oldest first, in the sites of the scope. */
export function listGateways(db: Db, scope: Scope): Promise<ListedGateway[]> {
  return gatewaysOf(db, scope).select(listed).orderBy('created_at').orderBy('id').execute()
}

/** As `listGateways`, with what figures are made of. */
export function listMeasuredGateways(db: Db, scope: Scope): Promise<MeasuredGateway[]> {
  return gatewaysOf(db, scope)
    .select([...listed, ...ofFigures])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Gateways that are not deleted, in the sites of the scope. */
export function gatewaysOf(db: Db, { orgId, siteIds }: Scope) {
  return db
    .selectFrom('gateways')
    .where('gateways.org_id', '=', orgId)
    .where('gateways.deleted_at', 'is', null)
    .$if(siteIds !== null, (query) =>
      query.where('gateways.site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
}

/** A gateway that is not deleted. */
export async function findGateway(db: Db, orgId: string, id: string): Promise<GatewayRow | undefined> {
  return gatewayById(db, orgId, id).executeTakeFirst()
}

/** As `findGateway`, locked against other changes until the transaction ends. */
export async function lockGateway(tx: Tx, orgId: string, id: string): Promise<GatewayRow | undefined> {
  return gatewayById(tx, orgId, id).forNoKeyUpdate().executeTakeFirst()
}

function gatewayById(db: Db, orgId: string, id: string) {
  return db
    .selectFrom('gateways')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
}

/** A new gateway with status registered, and the row of its sessions. */
export async function insertGateway(
  tx: Tx,
  gateway: { orgId: string; id: string; siteId: string; name: string },
): Promise<void> {
  await tx
    .insertInto('gateways')
    .values({ org_id: gateway.orgId, id: gateway.id, site_id: gateway.siteId, name: gateway.name })
    .execute()
  await tx.insertInto('gateway_sessions').values({ org_id: gateway.orgId, gateway_id: gateway.id }).execute()
}

/** Columns that a change of a gateway may write. */
interface GatewayChange {
  name?: string | undefined
  site_id?: string | undefined
  status?: GatewayStatus | undefined
}

export async function saveGateway(
  tx: Tx,
  orgId: string,
  id: string,
  change: GatewayChange,
): Promise<GatewayRow> {
  return tx
    .updateTable('gateways')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks a gateway as deleted; history keeps its row. */
export async function markGatewayDeleted(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx
    .updateTable('gateways')
    .set({ deleted_at: sql<Date>`now()`, status: 'offline' })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/**
 * Removes the rows of gateways that were deleted at a site, with their codes, keys and reports, so that the site can go as
 * well; their audit trail stays.
 * @throws PostgreSQL's foreign key violation (23503) while a camera or an alert of such a gateway is kept
 */
export async function removeDeletedGateways(tx: Tx, orgId: string, siteId: string): Promise<void> {
  await tx
    .deleteFrom('gateways')
    .where('org_id', '=', orgId)
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** One more revision of what the gateway is to do; undefined if it is deleted. */
export async function nextConfigRevision(tx: Tx, orgId: string, id: string): Promise<number | undefined> {
  const row = await tx
    .updateTable('gateways')
    .set((eb) => ({ config_revision: eb('config_revision', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('config_revision')
    .executeTakeFirst()
  return row?.config_revision
}

/** The newest telemetry, if there was a report. */
export async function findTelemetry(
  db: Db,
  orgId: string,
  gatewayId: string,
): Promise<Selectable<GatewayTelemetryTable> | undefined> {
  return db
    .selectFrom('gateway_telemetry')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst()
}

/** The newest telemetry of each gateway of the scope, where there was a report. */
export async function listTelemetry(db: Db, scope: Scope): Promise<MeasuredTelemetry[]> {
  return db
    .selectFrom('gateway_telemetry')
    .select([
      'gateway_id',
      'cpu_percent',
      'memory_mb',
      'upstream_mbps',
      'downstream_mbps',
      'reported_at',
      'cpu_count',
      'waiting_clips',
      'waiting_mb',
      'waiting_oldest_at',
      'recorded_mb',
      'recorded_sec',
      'upload_obstacle',
    ])
    .where('org_id', '=', scope.orgId)
    .where('gateway_id', 'in', gatewaysOf(db, scope).select('gateways.id'))
    .execute()
}

/** How many cameras that are switched on each gateway of the scope has there, and how many are on line. */
export async function countCamerasByGateway(
  db: Db,
  scope: Scope,
): Promise<{ gateway_id: string; total: number; online: number }[]> {
  const { orgId, siteIds } = scope
  const rows = await db
    .selectFrom('cameras')
    .select([
      'gateway_id',
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where status = 'online')`.as('online'),
    ])
    .where('org_id', '=', orgId)
    .where('gateway_id', 'in', gatewaysOf(db, scope).select('gateways.id'))
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .$if(siteIds !== null, (query) =>
      query.where('site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
    .groupBy('gateway_id')
    .execute()
  return rows.flatMap(({ gateway_id: id, ...counts }) => (id === null ? [] : [{ gateway_id: id, ...counts }]))
}

/** True if the organisation has the site. */
export async function siteExists(db: Db, orgId: string, siteId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sites')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', siteId)
    .executeTakeFirst()
  return row !== undefined
}

/** True if cameras that are not deleted are bound to the gateway. */
export async function hasCameras(tx: Tx, orgId: string, gatewayId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cameras')
    .select('id')
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The gateway's cameras that the scope admits. */
export async function listCamerasInScope(
  db: Db,
  scope: Scope,
  gatewayId: string,
): Promise<
  { id: string; breaks_last_hour: number | null; breaks_by_reason: Readonly<Record<string, number>> | null }[]
> {
  if (scope.siteIds?.length === 0) return []
  const rows = await db
    .selectFrom('cameras')
    .select(['id', 'diagnostics'])
    .where('org_id', '=', scope.orgId)
    .where('gateway_id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .$if(scope.siteIds !== null, (query) =>
      query.where('site_id', '=', sql<string>`any(${[...(scope.siteIds ?? [])]}::uuid[])`),
    )
    .execute()
  return rows.map(({ id, diagnostics }) => ({
    id,
    breaks_last_hour: diagnostics.breaks_last_hour ?? null,
    breaks_by_reason: diagnostics.breaks_by_reason ?? null,
  }))
}
