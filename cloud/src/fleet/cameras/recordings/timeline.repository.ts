import type { Alert } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { eventsOf, nearTrigger } from './recording.repository.js'
import type { TimeRange } from './recording-range.js'

/** A camera, deleted or not, with the zone of its site. */
export function findTimelineCamera(db: Db, orgId: string, id: string) {
  return db
    .selectFrom('cameras')
    .innerJoin('sites', (join) =>
      join.onRef('sites.org_id', '=', 'cameras.org_id').onRef('sites.id', '=', 'cameras.site_id'),
    )
    .select([
      'cameras.name',
      'cameras.site_id',
      'cameras.status',
      'cameras.status_changed_at',
      'cameras.enabled',
      'cameras.deleted_at',
      'sites.timezone',
    ])
    .where('cameras.org_id', '=', orgId)
    .where('cameras.id', '=', id)
    .executeTakeFirst()
}

export type TimelineCamera = NonNullable<Awaited<ReturnType<typeof findTimelineCamera>>>

const startAt = sql<Date>`coalesce(events.clip_start_at, events.triggered_at)`
const endAt = sql<Date | null>`coalesce(events.clip_end_at,
  events.triggered_at + events.duration_sec * interval '1 second')`

/** Events of which a part lies within the range, the latest first, at the sites of the scope. */
export function listTimelineRows(
  db: Db,
  scope: Scope,
  cameraId: string,
  { range: { from, to }, limit }: { range: TimeRange; limit: number },
) {
  return eventsOf(db, scope, cameraId)
    .select([
      'events.id',
      'events.triggered_at',
      'events.event_category',
      'events.trigger_source',
      'events.tags',
      'events.ai_severity',
      'events.starred',
      'events.clip_status',
      'events.snapshot_id',
      'events.summary',
      startAt.as('start_at'),
      endAt.as('end_at'),
      sql<Alert['status'] | null>`(
        select alerts.status from alerts
        where alerts.org_id = ${scope.orgId} and alerts.event_id = events.id
        order by array_position(array['new', 'acknowledged', 'resolved'], alerts.status) limit 1)`.as(
        'alert_status',
      ),
    ])
    .where('events.triggered_at', '>', sql<Date>`${from}::timestamptz - ${nearTrigger}`)
    .where('events.triggered_at', '<', sql<Date>`${to}::timestamptz + ${nearTrigger}`)
    .where(startAt, '<', to)
    .where(sql<Date>`coalesce(${endAt}, ${startAt})`, '>=', from)
    .orderBy('events.triggered_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(limit)
    .execute()
}

export type TimelineRow = Awaited<ReturnType<typeof listTimelineRows>>[number]

/** More of them nobody tells apart on a timeline. */
const outagesAtMost = 1_000

/** Outages that are over, cut to the range, in order, while the camera stood at the sites of the scope. */
export async function listOutages(
  db: Db,
  { orgId, siteIds }: Scope,
  cameraId: string,
  { from, to }: TimeRange,
): Promise<{ start_at: Date; end_at: Date }[]> {
  const rows = await db
    .selectFrom('camera_outages')
    .select([
      sql<Date>`greatest(start_at, ${from})`.as('start_at'),
      sql<Date>`least(end_at, ${to})`.as('end_at'),
    ])
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .$if(siteIds !== null, (query) =>
      query.where('site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
    .where('end_at', '>', from)
    .where('start_at', '<', to)
    .orderBy('camera_outages.end_at', 'desc')
    .limit(outagesAtMost)
    .execute()
  return rows.toReversed()
}
