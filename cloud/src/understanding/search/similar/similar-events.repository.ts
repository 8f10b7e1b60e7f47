import type { EventListItem } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Scope } from '../../../platform/caller.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { search, searchFew } from '../../../platform/text/full-text.repository.js'

/** The event that others are compared with. */
export interface AskedEvent {
  readonly id: string
  readonly site_id: string
  readonly camera_id: string
  readonly event_category: EventListItem['event_category']
  readonly triggered_at: Date
}

/** A listed event. */
export function findAskedEvent(db: Db, orgId: string, id: string): Promise<AskedEvent | undefined> {
  return db
    .selectFrom('events')
    .select(['id', 'site_id', 'camera_id', 'event_category', 'triggered_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where(isListed)
    .executeTakeFirst()
}

/** Events that are taken into account, of each kind and on each side of the event in time. */
const each = { camera: 60, sameHour: 4, days: 14, site: 40, category: 40, text: 40, sites: 20 }

/**
 * Events near in time that may be like one: of its camera, of its camera at that hour of the days around, of its site or
 * the caller's, of its category. Bounded, and read from indexes that are in the order of time, however many events
 * there are. The event itself is not among them.
 */
export async function candidatesNear(db: Db, scope: Scope, asked: AskedEvent): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      ${nearest(scope, asked, sql`events.camera_id = ${asked.camera_id}`, each.camera)}
      union select id from generate_series(${sql.lit(-each.days)}, ${sql.lit(each.days)}) as days (away)
        cross join lateral (
          select events.id from events
          where events.org_id = ${scope.orgId} and ${admitted(scope)} and events.camera_id = ${asked.camera_id}
            and days.away <> 0
            and events.triggered_at between
              ${asked.triggered_at}::timestamptz + days.away * interval '24 hours' - interval '30 minutes'
              and ${asked.triggered_at}::timestamptz + days.away * interval '24 hours' + interval '30 minutes'
          order by events.triggered_at desc, events.id desc limit ${sql.lit(each.sameHour)}) as same_hour
      union ${elsewhere(scope, asked)}
    ) as near where id <> ${asked.id}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A viewer's sites are read one by one, each by its own index. */
function elsewhere(scope: Scope, asked: AskedEvent): RawBuilder<unknown> {
  if (scope.siteIds === null) {
    return sql`${nearest(scope, asked, sql`events.site_id = ${asked.site_id}`, each.site)}
      union ${nearest(scope, asked, sql`events.event_category = ${asked.event_category}`, each.category)}`
  }
  const siteIds = [asked.site_id, ...scope.siteIds.filter((id) => id !== asked.site_id)].slice(0, each.sites)
  return sql`select near_site.id from unnest(${siteIds}::uuid[]) as allowed (site_id)
    cross join lateral (
      ${nearest({ ...scope, siteIds: null }, asked, sql`events.site_id = allowed.site_id`, each.site / 2)}
    ) as near_site`
}

/** Those that meet a condition, so many before the event and so many from it on. */
function nearest(
  scope: Scope,
  { triggered_at: at }: AskedEvent,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const among = sql`select events.id from events
    where events.org_id = ${scope.orgId} and ${admitted(scope)} and ${condition}`
  return sql`(${among} and events.triggered_at < ${at}
      order by events.triggered_at desc, events.id desc limit ${sql.lit(limit)})
    union (${among} and events.triggered_at >= ${at}
      order by events.triggered_at, events.id limit ${sql.lit(limit)})`
}

function admitted({ siteIds }: Scope): RawBuilder<unknown> {
  const inScope = siteIds === null ? sql`true` : sql`events.site_id = any(${[...siteIds]}::uuid[])`
  return sql`${isListed} and ${inScope}`
}

/** Events near in time whose words match. Bounded like the others. */
export async function candidatesByWords(
  tx: Tx,
  { orgId, siteIds }: Scope,
  asked: AskedEvent,
  query: string,
): Promise<string[]> {
  const few = await searchFew(tx, orgId, query)
  const among = sql`select event_id from event_texts where org_id = ${orgId}
    and ${few === null ? sql`true` : sql`event_id = any(${few}::uuid[])`}
    and ${siteIds === null ? sql`true` : sql`site_id = any(${[...siteIds]}::uuid[])`}`
  const { rows } = await sql<{ event_id: string }>`
    (${among} and triggered_at < ${asked.triggered_at}
      order by triggered_at desc, event_id desc limit ${sql.lit(each.text)})
    union (${among} and triggered_at >= ${asked.triggered_at} and event_id <> ${asked.id}
      order by triggered_at, event_id limit ${sql.lit(each.text)})`.execute(tx)
  await search(tx, null)
  return rows.map(({ event_id: id }) => id)
}

/** Characters of a text that are compared: what comes later says little new, and takes as long for each of 600 events. */
const comparedAtMost = 1_500

/** How alike the texts of events are to one, by the trigrams of both: 0 to 1. */
export async function textSimilarities(
  db: Db,
  orgId: string,
  text: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; likeness: number }>`
    select id, similarity(left(${text}, ${sql.lit(comparedAtMost)}),
      left(concat_ws(E'\n', summary, narrative, notes), ${sql.lit(comparedAtMost)}))::float8 as likeness
    from events where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, likeness }) => [id, likeness]))
}

/** An event as a list shows it. */
export type ShownRow = Pick<
  EventListItem,
  | 'id'
  | 'camera_id'
  | 'camera_name'
  | 'camera_deleted'
  | 'event_category'
  | 'trigger_topic'
  | 'trigger_source'
  | 'duration_sec'
  | 'summary'
  | 'tags'
  | 'ai_status'
  | 'acknowledged'
  | 'acknowledged_by'
  | 'starred'
  | 'notes'
  | 'recording_source'
> & {
  triggered_at: Date
  acknowledged_at: Date | null
  snapshot_id: string | null
}

/** Listed events within the scope, in no order. */
export async function listShown(db: Db, scope: Scope, ids: readonly string[]): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select events.id, events.camera_id, cameras.name as camera_name,
      cameras.deleted_at is not null as camera_deleted, events.event_category, events.trigger_topic,
      events.trigger_source, events.triggered_at, events.duration_sec, events.summary, events.tags, events.ai_status,
      events.acknowledged, case when events.acknowledged_by_kind = 'user' then events.acknowledged_by end as acknowledged_by,
      events.acknowledged_at, events.starred, events.notes, events.recording_source, events.snapshot_id
    from events
    join cameras on cameras.org_id = ${scope.orgId} and cameras.id = events.camera_id
    where events.org_id = ${scope.orgId} and ${admitted(scope)} and events.id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  return rows
}
