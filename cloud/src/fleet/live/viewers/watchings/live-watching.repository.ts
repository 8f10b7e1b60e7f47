import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../../platform/caller.js'
import type { Db, Tx, WorkerDb } from '../../../../platform/database/handles.js'
import type { Principal } from '../viewer.js'
import type { LiveWatchingTable } from './live-watching.table.js'

/** Who watches which camera, over all nodes. */
export interface WatchingKey {
  readonly orgId: string
  readonly principal: Pick<Principal, 'kind' | 'id'>
  readonly cameraId: string
}

/** On which node, and as whom the audit names them. */
export interface WatchingHere extends WatchingKey {
  readonly nodeId: string
  readonly actor: Actor
  readonly data: Readonly<Record<string, unknown>>
}

/** Seconds after the last picture within which another subscription goes on with the same watching. */
const pauseSec = 60
/** Seconds without a sign of a viewer after which it is taken for gone: its node died, or could not tell. */
const lostSec = 90

const pause = sql.lit(`${pauseSec} seconds`)
const silence = sql.lit(`${lostSec} seconds`)

/**
 * Counts a subscription. Whoever tells the end meanwhile waits, or is waited for: the rows of the watching are touched first.
 * @returns true if nobody of that principal watched the camera a minute ago, on any node
 */
export async function openWatching(tx: Tx, watching: WatchingHere): Promise<boolean> {
  const { orgId, principal, cameraId, nodeId, actor } = watching
  const touched = await tx
    .updateTable('live_watchings')
    .set({ changed_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('principal_kind', '=', principal.kind)
    .where('principal_id', '=', principal.id)
    .where('camera_id', '=', cameraId)
    .executeTakeFirst()
  const row = await tx
    .insertInto('live_watchings')
    .values({
      org_id: orgId,
      principal_kind: principal.kind,
      principal_id: principal.id,
      camera_id: cameraId,
      node_id: nodeId,
      open: 1,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      address: actor.address ?? null,
      user_agent: actor.userAgent?.slice(0, 512) ?? null,
      data: JSON.stringify(watching.data),
    })
    .onConflict((known) =>
      known
        .columns(['org_id', 'principal_kind', 'principal_id', 'camera_id', 'node_id'])
        .doUpdateSet({ open: sql<number>`live_watchings.open + 1`, changed_at: sql<Date>`now()` }),
    )
    .returning('open')
    .executeTakeFirstOrThrow()
  // Two at once: whoever comes second finds the row of the first.
  return touched.numUpdatedRows === 0n && row.open === 1
}

/** Counts the end of a subscription. @returns false if the watching was given up meanwhile, as of a dead node */
export async function closeWatching(
  db: Db,
  { orgId, principal, cameraId, nodeId }: WatchingHere,
  watchedMs: number,
): Promise<boolean> {
  const closed = await db
    .updateTable('live_watchings')
    .set({
      open: sql<number>`greatest(open - 1, 0)`,
      watched_ms: sql<number>`watched_ms + ${Math.round(watchedMs)}::bigint`,
      changed_at: sql<Date>`now()`,
    })
    .where('org_id', '=', orgId)
    .where('principal_kind', '=', principal.kind)
    .where('principal_id', '=', principal.id)
    .where('camera_id', '=', cameraId)
    .where('node_id', '=', nodeId)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/**
 * Says that the subscriptions to these cameras still go on.
 * @returns those of which nothing is known any more, for they were taken for lost
 */
export async function touchWatchings(
  db: Db,
  { orgId, principal, nodeId }: Pick<WatchingHere, 'orgId' | 'principal' | 'nodeId'>,
  cameraIds: readonly string[],
): Promise<string[]> {
  if (cameraIds.length === 0) return []
  const rows = await db
    .updateTable('live_watchings')
    .set({ changed_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('principal_kind', '=', principal.kind)
    .where('principal_id', '=', principal.id)
    .where('camera_id', '=', sql<string>`any(${[...cameraIds]}::uuid[])`)
    .where('node_id', '=', nodeId)
    .where('open', '>', 0)
    .returning('camera_id')
    .execute()
  return cameraIds.filter((id) => !rows.some(({ camera_id: known }) => known === id))
}

const isLost = sql<boolean>`open > 0 and changed_at < now() - interval ${silence}`

/** Organisations in which a watching may have come to its end. */
export async function listOrgsWithEnded(worker: WorkerDb): Promise<string[]> {
  const rows = await worker
    .selectFrom('live_watchings')
    .select('org_id')
    .distinct()
    .where((row) => row.or([sql<boolean>`(open = 0 and changed_at < now() - interval ${pause})`, isLost]))
    .execute()
  return rows.map(({ org_id: orgId }) => orgId)
}

/** What nobody has spoken of for too long is over. */
export async function closeLost(db: Db, orgId: string): Promise<void> {
  await db
    .updateTable('live_watchings')
    .set({ open: 0, data: sql<string>`data || '{"lost": true}'::jsonb` })
    .where('org_id', '=', orgId)
    .where(isLost)
    .execute()
}

/** Watchings that are over on all nodes, for a minute. */
export async function listEnded(db: Db, orgId: string, limit: number): Promise<WatchingKey[]> {
  const rows = await db
    .selectFrom('live_watchings')
    .select(['principal_kind', 'principal_id', 'camera_id'])
    .where('org_id', '=', orgId)
    .groupBy(['principal_kind', 'principal_id', 'camera_id'])
    .having(sql<boolean>`max(open) = 0 and max(changed_at) < now() - interval ${pause}`)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    orgId,
    principal: { kind: row.principal_kind, id: row.principal_id },
    cameraId: row.camera_id,
  }))
}

export type WatchingRow = Selectable<LiveWatchingTable>

/** Takes the rows of a watching, unless it has begun again: then none. */
export function takeEnded(tx: Tx, { orgId, principal, cameraId }: WatchingKey): Promise<WatchingRow[]> {
  return tx
    .deleteFrom('live_watchings')
    .where('org_id', '=', orgId)
    .where('principal_kind', '=', principal.kind)
    .where('principal_id', '=', principal.id)
    .where('camera_id', '=', cameraId)
    .where('open', '=', 0)
    .where(sql<boolean>`changed_at < now() - interval ${pause}`)
    .returningAll()
    .execute()
}

/** Cameras that somebody watches, and that are for this node to look after: of several, the first by its id. */
export async function listWatchedCameras(
  worker: WorkerDb,
  nodeId: string,
): Promise<{ orgId: string; cameraId: string }[]> {
  const rows = await worker
    .selectFrom('live_watchings')
    .select(['org_id', 'camera_id'])
    .where(sql<boolean>`open > 0 and not (${isLost})`)
    .groupBy(['org_id', 'camera_id'])
    .having(sql<boolean>`min(node_id) = ${nodeId}`)
    .execute()
  return rows.map(({ org_id: orgId, camera_id: cameraId }) => ({ orgId, cameraId }))
}
