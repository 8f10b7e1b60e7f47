import { sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import type { TimeRange } from './recording-range.js'

/** Clips lie this near their trigger at most: pre-roll before it, extensions after it. */
export const nearTrigger = sql`interval '2 hours'`

/** Listed events of a camera, at the sites of the scope. */
export function eventsOf(db: Db, { orgId, siteIds }: Scope, cameraId: string) {
  return db
    .selectFrom('events')
    .where('events.org_id', '=', orgId)
    .where('events.camera_id', '=', cameraId)
    .where(isListed)
    .$if(siteIds !== null, (query) =>
      query.where('events.site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
}

/** True if the camera had an event at a site of the scope. */
export async function hasEvents(db: Db, scope: Scope, cameraId: string): Promise<boolean> {
  const row = await eventsOf(db, scope, cameraId).select('events.id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** When there are clips, cut to the range, merged where they touch, in order. */
export function listCoverage(
  db: Db,
  scope: Scope,
  cameraId: string,
  { from, to }: TimeRange,
): Promise<{ start_at: Date; end_at: Date }[]> {
  const merged = sql`unnest(range_agg(tstzrange(greatest(clip_start_at, ${from}), least(clip_end_at, ${to}))))`
  return eventsOf(db, scope, cameraId)
    .select([sql<Date>`lower(${merged})`.as('start_at'), sql<Date>`upper(${merged})`.as('end_at')])
    .where('events.clip_status', '=', 'ready')
    .where('events.triggered_at', '>', sql<Date>`${from}::timestamptz - ${nearTrigger}`)
    .where('events.triggered_at', '<', sql<Date>`${to}::timestamptz + ${nearTrigger}`)
    .where('events.clip_start_at', '<', to)
    .where('events.clip_end_at', '>', from)
    .execute()
}

/** Where the next page begins. */
interface RecordingCursor {
  /** As PostgreSQL writes it, to the microsecond. */
  readonly at: string
  readonly id: string
}

/** Clips of the events triggered within the range, newest first. */
export function listRecordingRows(
  db: Db,
  scope: Scope,
  cameraId: string,
  { range, after, limit }: { range: TimeRange; after: RecordingCursor | null; limit: number },
) {
  const { from, to } = range
  let query = eventsOf(db, scope, cameraId)
    .leftJoin('media', (join) =>
      join
        .onRef('media.org_id', '=', 'events.org_id')
        .onRef('media.event_id', '=', 'events.id')
        .on('media.kind', '=', 'clip')
        .on('media.state', '=', 'ready'),
    )
    .select([
      'events.id',
      'events.camera_id',
      'events.triggered_at',
      sql<string>`events.triggered_at::text`.as('place_at'),
      'events.clip_start_at',
      'events.clip_end_at',
      'events.duration_sec',
      'events.clip_status',
      'media.bytes',
    ])
    .where('events.triggered_at', '>=', from)
    .where('events.triggered_at', '<', to)
  if (after) {
    query = query.where(
      sql<boolean>`(events.triggered_at, events.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  }
  return query.orderBy('events.triggered_at', 'desc').orderBy('events.id', 'desc').limit(limit).execute()
}

export type RecordingRow = Awaited<ReturnType<typeof listRecordingRows>>[number]

export async function countRecordings(
  db: Db,
  scope: Scope,
  cameraId: string,
  { from, to }: TimeRange,
): Promise<number> {
  const row = await eventsOf(db, scope, cameraId)
    .select(sql<number>`count(*)`.as('total'))
    .where('events.triggered_at', '>=', from)
    .where('events.triggered_at', '<', to)
    .executeTakeFirstOrThrow()
  return row.total
}

/** The clip that covers a moment, the latest of several, or else the nearest one that is not too far away. */
export function findClipAt(
  db: Db,
  scope: Scope,
  cameraId: string,
  { at, withinSec }: { at: Date; withinSec: number },
) {
  const awaySec = sql<number>`greatest(0, extract(epoch from greatest(
    events.clip_start_at - ${at}::timestamptz, ${at}::timestamptz - events.clip_end_at)))::float8`
  return eventsOf(db, scope, cameraId)
    .innerJoin('media', (join) =>
      join
        .onRef('media.org_id', '=', 'events.org_id')
        .onRef('media.event_id', '=', 'events.id')
        .on('media.kind', '=', 'clip')
        .on('media.state', '=', 'ready'),
    )
    .select(['events.id', 'events.clip_start_at', 'events.clip_end_at', awaySec.as('away_sec')])
    .where('events.clip_status', '=', 'ready')
    .where('events.clip_start_at', 'is not', null)
    .where('events.clip_end_at', 'is not', null)
    .where('events.triggered_at', '>', sql<Date>`${at}::timestamptz - ${nearTrigger} - interval '1 hour'`)
    .where('events.triggered_at', '<', sql<Date>`${at}::timestamptz + ${nearTrigger} + interval '1 hour'`)
    .where(awaySec, '<=', withinSec)
    .orderBy(awaySec)
    .orderBy('events.clip_start_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
