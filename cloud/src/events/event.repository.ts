import { type Selectable, sql } from 'kysely'
import type { Scope } from '../platform/caller.js'
import type { Db, Tx } from '../platform/database/database.js'
import type { EventTable } from './event.table.js'

/** An event with what is shown beside it. */
export type EventRow = Selectable<EventTable> & {
  camera_name: string
  camera_deleted_at: Date | null
  clip_id: string | null
  clip_bytes: number | null
  clip_sha256: string | null
}

/** An event that is not deleted. */
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
    .where('events.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The events before and after one in time, within the scope. Times are compared in the database, which knows
 * microseconds where a Date knows milliseconds.
 */
export async function findNeighbours(
  db: Db,
  { orgId, siteIds }: Scope,
  id: string,
): Promise<{ previous: string | null; next: string | null }> {
  const inScope = siteIds === null ? sql`` : sql`and site_id = any(${[...siteIds]}::uuid[])`
  const here = sql`((select triggered_at from events where org_id = ${orgId} and id = ${id}), ${id}::uuid)`
  const seen = sql`deleted_at is null ${inScope}`
  const { rows } = await sql<{ previous: string | null; next: string | null }>`
    select
      (select id from events where org_id = ${orgId} and ${seen} and (triggered_at, id) < ${here}
       order by triggered_at desc, id desc limit 1) as previous,
      (select id from events where org_id = ${orgId} and ${seen} and (triggered_at, id) > ${here}
       order by triggered_at, id limit 1) as next`.execute(db)
  return rows[0] ?? { previous: null, next: null }
}

/** An event that is not deleted, locked until the transaction ends. */
export function lockEvent(tx: Tx, orgId: string, id: string): Promise<Selectable<EventTable> | undefined> {
  return tx
    .selectFrom('events')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
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

/** The site of a camera, deleted or not. */
export async function findCameraSite(db: Db, orgId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('cameras')
    .select('site_id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.site_id
}

/** True if the scope holds an event of the camera. */
export async function isCameraSeen(db: Db, scope: Scope, cameraId: string): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('camera_id', '=', cameraId)
    .where('deleted_at', 'is', null)
    .where('site_id', '=', sql<string>`any(${[...(scope.siteIds ?? [])]}::uuid[])`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
