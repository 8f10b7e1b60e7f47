import type { Alert } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { eventsOf, nearTrigger } from './recording.repository.js'
import type { TimeRange } from './recording-range.js'
import type { TimelineExtras } from './timeline-event.js'

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

/** Microseconds since 1970: a number is written and read in a fraction of the time of a date. */
const instantUs = (column: string) => sql`(date_part('epoch', ${sql.ref(column)}) * 1000000)::bigint`

const startAt = sql<Date>`coalesce(events.clip_start_at, events.triggered_at)`
const endAt = sql<Date | null>`coalesce(events.clip_end_at,
  events.triggered_at + events.duration_sec * interval '1 second')`

/** Events as lines, and of those with alerts the status of the one that was dealt with least. */
interface TimelineLines {
  /** Null if there is no event. */
  readonly lines: string | null
  readonly alerted: Readonly<Record<string, Alert['status']>> | null
}

/**
 * Events of which a part lies within the range, the latest first, at the sites of the scope: a line of each as `timelineEvents` reads it.
 * Of thousands of rows reading the columns is most of the work (performance.md). Nothing is joined to alerts: how many there are of these
 * events nobody can guess, and a wrong guess is a loop within a loop.
 */
export async function listTimelineLines(
  db: Db,
  scope: Scope,
  cameraId: string,
  {
    range: { from, to },
    limit,
    withSnapshot,
    withSummary,
  }: TimelineExtras & { range: TimeRange; limit: number },
): Promise<TimelineLines> {
  const events = eventsOf(db, scope, cameraId)
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
    ])
    .where('events.triggered_at', '>', sql<Date>`${from}::timestamptz - ${nearTrigger}`)
    .where('events.triggered_at', '<', sql<Date>`${to}::timestamptz + ${nearTrigger}`)
    .where(startAt, '<', to)
    .where(sql<Date>`coalesce(${endAt}, ${startAt})`, '>=', from)
    .orderBy('events.triggered_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(limit)
  const of = [scope.siteIds === null ? 'all' : 'some', withSnapshot && 'snapshot', withSummary && 'summary']
  const { rows } = await sql<TimelineLines>`
    /* name: ${sql.raw(['camera_timeline', ...of.filter((word) => word !== false)].join('_'))} */
    with page as materialized ${events}, alerted as (
      select event_id, (array['new', 'acknowledged', 'resolved'])[
        min(array_position(array['new', 'acknowledged', 'resolved'], status))] as status
      from alerts where org_id = ${scope.orgId} and event_id in (select id from page)
      group by event_id
    )
    select (select json_object_agg(event_id, status) from alerted) as alerted, (
      select string_agg(concat_ws(E'\t', id, ${instantUs('triggered_at')}, ${instantUs('start_at')},
        coalesce(${instantUs('end_at')}::text, '-'), event_category, trigger_source, coalesce(ai_severity, '-'),
        starred, clip_status, ${withSnapshot ? sql`coalesce(snapshot_id::text, '-')` : sql`'-'`},
        array_to_json(tags), ${withSummary ? sql`coalesce(to_json(summary)::text, 'null')` : sql`'null'`}
        ), E'\n' order by triggered_at desc, id desc)
      from page) as lines`.execute(db)
  return rows[0] ?? { lines: null, alerted: null }
}

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
