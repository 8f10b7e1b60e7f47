import type { EventCategory } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'
import { type EventFilter, matching } from '../event-conditions.repository.js'

/** How many events of a category, or of a camera, fall between two bounds. */
export interface TimelineCount {
  /** Of the bucket, from 1. */
  readonly bucket: number
  /** Null in a count by camera. */
  readonly event_category: EventCategory | null
  /** Null in a count by category. */
  readonly camera_id: string | null
  readonly count: number
}

/**
 * Counts the events that match by bucket and category, and by bucket and camera for the cameras with the most of them.
 * One read of the events, from an index that covers what filters ask but for topics.
 * @param bounds ascending; the filter admits nothing outside them
 */
export async function countByBucket(
  db: Db,
  orgId: string,
  filter: EventFilter,
  { bounds, cameras }: { bounds: readonly Date[]; cameras: number },
): Promise<TimelineCount[]> {
  const { rows } = await sql<TimelineCount>`
    with counted as materialized (
      select width_bucket(events.triggered_at, ${[...bounds]}::timestamptz[]) as bucket,
        events.event_category, events.camera_id, count(*) as count
      from events where events.org_id = ${orgId} and ${matching(filter)}
      group by 1, 2, 3
    ), busiest as (
      select camera_id from counted group by camera_id
      order by sum(count) desc, camera_id limit ${sql.lit(cameras)}
    )
    select bucket, event_category, null::uuid as camera_id, sum(count)::bigint as count
    from counted group by bucket, event_category
    union all
    select bucket, null, camera_id, sum(count)::bigint
    from counted join busiest using (camera_id) group by bucket, camera_id`.execute(db)
  return rows
}

/** Names of cameras, deleted or not. */
export async function cameraNames(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('cameras')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
