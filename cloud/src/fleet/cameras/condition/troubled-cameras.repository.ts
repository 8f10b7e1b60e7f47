import type { GatewayStatus } from '@sightline/protocol'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import type { CameraRow } from '../camera.repository.js'

/** How many cameras there are, by how they fare. */
export interface CameraCounts {
  readonly total: number
  readonly off: number
  readonly behind_gateways: number
  readonly need_somebody: number
  readonly could_be_better: number
}

/** The status of its gateway, with the camera. */
export type TroubledRow = CameraRow & { readonly gateway_status: GatewayStatus | null }

/** Its gateway was paired and is not on line: it stands for the camera. */
const isBehindGateway = sql<SqlBool>`(c.connection_mode = 'gateway' and g.id is not null and g.status <> 'online')`

/** It gives no pictures, and nothing before it says why. */
const needsSomebody = sql<SqlBool>`(c.enabled and not ${isBehindGateway}
  and (c.status in ('offline', 'error') or (c.connection_mode = 'gateway' and g.id is null)))`

/** More reconnects an hour than five are a weak network, as diagnostics have it. */
const couldBeBetter = sql<SqlBool>`(c.enabled and c.status = 'online' and not ${isBehindGateway} and (
  jsonb_array_length(coalesce(c.diagnostics -> 'warnings', '[]')) > 0
  or (c.diagnostics ->> 'reconnects_last_hour')::int > 5 or (c.diagnostics ->> 'stalls_last_hour')::int > 0))`

/** How many cameras there are in the sites of the scope. */
export async function countByCondition(db: Db, scope: Scope): Promise<CameraCounts> {
  if (scope.siteIds?.length === 0)
    return { total: 0, off: 0, behind_gateways: 0, need_somebody: 0, could_be_better: 0 }
  return inScope(db, scope)
    .select([
      sql<number>`count(*) filter (where c.enabled)`.as('total'),
      sql<number>`count(*) filter (where not c.enabled)`.as('off'),
      sql<number>`count(*) filter (where c.enabled and ${isBehindGateway})`.as('behind_gateways'),
      sql<number>`count(*) filter (where ${needsSomebody})`.as('need_somebody'),
      sql<number>`count(*) filter (where ${couldBeBetter})`.as('could_be_better'),
    ])
    .executeTakeFirstOrThrow()
}

/** How many cameras of the scope need somebody. */
export async function countInNeed(db: Db, scope: Scope): Promise<number> {
  if (scope.siteIds?.length === 0) return 0
  const row = await inScope(db, scope)
    .where('c.enabled', '=', true)
    .where(needsSomebody)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Cameras of the scope that need somebody, or that could be better, the newest change first. */
export async function listByCondition(
  db: Db,
  scope: Scope,
  which: 'needs_somebody' | 'could_be_better',
  limit: number,
): Promise<TroubledRow[]> {
  if (scope.siteIds?.length === 0) return []
  return inScope(db, scope)
    .where('c.enabled', '=', true)
    .where(which === 'needs_somebody' ? needsSomebody : couldBeBetter)
    .selectAll('c')
    .select('g.status as gateway_status')
    .orderBy('c.status_changed_at', 'desc')
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

function inScope(db: Db, { orgId, siteIds }: Scope) {
  return db
    .selectFrom('cameras as c')
    .leftJoin('gateways as g', (join) =>
      join
        .onRef('g.org_id', '=', 'c.org_id')
        .onRef('g.id', '=', 'c.gateway_id')
        .on('g.deleted_at', 'is', null),
    )
    .where('c.org_id', '=', orgId)
    .where('c.deleted_at', 'is', null)
    .$if(siteIds !== null, (query) =>
      query.where('c.site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
}

/** A camera that comes and goes each few seconds has some thousand a day, which nobody tells apart. */
const outagesAtMost = 5_000

/** Outages of these cameras that are over and touch the time since `from`, in their order, in the sites of the scope. */
export async function listOutagesOf(
  db: Db,
  { orgId, siteIds }: Scope,
  cameraIds: readonly string[],
  from: Date,
): Promise<{ camera_id: string; start_at: Date; end_at: Date }[]> {
  if (cameraIds.length === 0) return []
  return db
    .selectFrom('camera_outages')
    .select(['camera_id', 'start_at', 'end_at'])
    .where('org_id', '=', orgId)
    .where('camera_id', '=', sql<string>`any(${[...cameraIds]}::uuid[])`)
    .where('end_at', '>', from)
    .$if(siteIds !== null, (query) =>
      query.where('site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
    .orderBy('camera_id')
    .orderBy('start_at')
    .limit(outagesAtMost)
    .execute()
}
