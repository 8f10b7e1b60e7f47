import { type Selectable, sql } from 'kysely'
import type { Scope } from '../platform/caller.js'
import type { Db, Tx } from '../platform/database/handles.js'
import { type EventTable, isListed } from './event.table.js'

/** An event with what is shown beside it. */
export type EventRow = Selectable<EventTable> & {
  camera_name: string
  camera_deleted_at: Date | null
  clip_id: string | null
  clip_bytes: number | null
  clip_sha256: string | null
}

/** A listed event. */
export async function findEvent(db: Db, orgId: string, id: string): Promise<EventRow | undefined> {
  const clip = db
    .selectFrom('media')
    .selectAll()
    .where('media.org_id', '=', orgId)
    .where('media.event_id', '=', id)
    .where('media.kind', '=', 'clip')
    .where('media.state', '=', 'ready')
    .limit(1)
  return db
    .selectFrom('events')
    .innerJoin('cameras', (join) =>
      join.onRef('cameras.org_id', '=', 'events.org_id').onRef('cameras.id', '=', 'events.camera_id'),
    )
    .leftJoin(clip.as('clip'), (join) => join.onTrue())
    .selectAll('events')
    .select([
      'cameras.name as camera_name',
      'cameras.deleted_at as camera_deleted_at',
      'clip.id as clip_id',
      'clip.bytes as clip_bytes',
      'clip.sha256 as clip_sha256',
    ])
    .where('events.org_id', '=', orgId)
    .where('events.id', '=', id)
    .where(isListed)
    .executeTakeFirst()
}

/**
 * The listed events before and after one in time, within the scope. Times are compared in the database, which knows
 * microseconds where a Date knows milliseconds.
 */
export async function findNeighbours(
  db: Db,
  { orgId, siteIds }: Scope,
  id: string,
): Promise<{ previous: string | null; next: string | null }> {
  const inScope = siteIds === null ? sql`` : sql`and site_id = any(${[...siteIds]}::uuid[])`
  const here = sql`((select triggered_at from events where org_id = ${orgId} and id = ${id}), ${id}::uuid)`
  const seen = sql`${isListed} ${inScope}`
  const { rows } = await sql<{ previous: string | null; next: string | null }>`
    select
      (select id from events where org_id = ${orgId} and ${seen} and (triggered_at, id) < ${here}
       order by triggered_at desc, id desc limit 1) as previous,
      (select id from events where org_id = ${orgId} and ${seen} and (triggered_at, id) > ${here}
       order by triggered_at, id limit 1) as next`.execute(db)
  return rows[0] ?? { previous: null, next: null }
}

/** A listed event, locked until the transaction ends. */
export function lockEvent(tx: Tx, orgId: string, id: string): Promise<Selectable<EventTable> | undefined> {
  return tx
    .selectFrom('events')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where(isListed)
    .forUpdate()
    .executeTakeFirst()
}

/** What people set. */
export type EventMarks = Partial<
  Pick<
    Selectable<EventTable>,
    | 'acknowledged'
    | 'acknowledged_by_kind'
    | 'acknowledged_by'
    | 'acknowledged_by_name'
    | 'acknowledged_at'
    | 'starred'
    | 'notes'
    | 'deleted_at'
  >
>

export async function markEvent(tx: Tx, orgId: string, id: string, marks: EventMarks): Promise<void> {
  await tx.updateTable('events').set(marks).where('org_id', '=', orgId).where('id', '=', id).execute()
}

export async function hasSite(db: Db, orgId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sites')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The sites of those of the cameras that there are, deleted or not, by the camera's id. */
export async function findCameraSites(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('cameras')
    .select(['id', 'site_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, site_id }) => [id, site_id]))
}

/** Those of the cameras of which the scope holds a listed event. */
export async function listSeenCameras(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('cameras')
    .select('cameras.id')
    .where('cameras.org_id', '=', scope.orgId)
    .where('cameras.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('events')
          .select('events.id')
          .where('events.org_id', '=', scope.orgId)
          .whereRef('events.camera_id', '=', 'cameras.id')
          .where(isListed)
          .where('events.site_id', '=', sql<string>`any(${[...(scope.siteIds ?? [])]}::uuid[])`),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
