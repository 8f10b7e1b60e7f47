import type { EventListQuery } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/database.js'
import type { DateRange } from '../platform/date-range.js'

/** What a list of events is limited to. */
export interface EventFilter
  extends DateRange,
    Pick<
      EventListQuery,
      'camera_id' | 'event_category' | 'trigger_topic_like' | 'trigger_source' | 'ai_status' | 'starred'
    > {
  /** Sites at trigger time: those asked for within the caller's scope; null for all. Never empty. */
  readonly siteIds: readonly string[] | null
}

/** A place in the list: newest first, then by id. */
export interface EventPosition {
  /** RFC 3339 in UTC with microseconds, as the database keeps it. */
  readonly at: string
  readonly id: string
}

/** Before the newest event. */
const top: EventPosition = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** A page as text that only has to be put together. */
export interface EventPageText {
  /** JSON objects without their `snapshot_url`, each on a line. */
  readonly items: string | null
  /** For each item the id of its snapshot, or nothing; by commas. */
  readonly snapshots: string | null
  /** Where item number `limit` stands, if there is one. */
  readonly place: string | null
  /** How many events match, if that was asked for. */
  readonly total: number | null
}

/**
 * Reads up to `limit` + 1 events after a position; the one too many says that another page follows. The JSON is
 * made here, because Node spends more time on reading and writing rows than PostgreSQL does on the whole query
 * (performance.md). The limit stands in the text, for without it PostgreSQL would plan for a tenth of all events.
 */
export async function pageOfEvents(
  db: Db,
  orgId: string,
  filter: EventFilter,
  { after, limit, withTotal }: { after: EventPosition | null; limit: number; withTotal: boolean },
): Promise<EventPageText> {
  const { at, id } = after ?? top
  const { shape, conditions } = conditionsOf(filter)
  const total = withTotal ? totalOf(orgId, filter, conditions) : nothing
  const name = preparedName(shape, limit, withTotal)
  const rowLimit = sql.lit(limit + 1)
  const matching = (more: RawBuilder<unknown>) => sql`
    select * from events
    where events.org_id = ${orgId} and events.deleted_at is null and ${all(conditions)} ${more}
      and (events.triggered_at, events.id) < (${at}::timestamptz, ${id}::uuid)
    order by events.triggered_at desc, events.id desc limit ${rowLimit}`
  const page = isOfManySites(filter)
    ? sql`select nearest.* from unnest(${[...(filter.siteIds ?? [])]}::uuid[]) as allowed (site_id)
        cross join lateral (${matching(sql`and events.site_id = allowed.site_id`)}) as nearest
        order by nearest.triggered_at desc, nearest.id desc limit ${rowLimit}`
    : matching(sql``)
  const { rows } = await sql<EventPageText>`${sql.raw(name)}
    with page as (${page})
    select
      string_agg(item, E'\n' order by triggered_at desc, id desc) as items,
      string_agg(coalesce(snapshot_id::text, ''), ',' order by triggered_at desc, id desc) as snapshots,
      to_char((array_agg(triggered_at order by triggered_at desc, id desc))[${sql.lit(limit)}]
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        || ' ' || (array_agg(id order by triggered_at desc, id desc))[${sql.lit(limit)}] as place,
      ${total} as total
    from (
      select page.triggered_at, page.id, page.snapshot_id, row_to_json(item)::text as item
      from page
      left join cameras on cameras.org_id = ${orgId} and cameras.id = page.camera_id
      cross join lateral (
        select page.id, page.camera_id, cameras.name as camera_name,
          cameras.deleted_at is not null as camera_deleted, page.event_category, page.trigger_topic,
          page.trigger_source, ${jsonInstant(sql`page.triggered_at`)} as triggered_at, page.duration_sec,
          page.summary, page.tags, page.ai_status, page.acknowledged,
          case when page.acknowledged_by_kind = 'user' then page.acknowledged_by end as acknowledged_by,
          ${jsonInstant(sql`page.acknowledged_at`)} as acknowledged_at, page.starred, page.notes,
          page.recording_source
      ) as item
    ) as shown`.execute(db)
  return rows[0] ?? { items: null, snapshots: null, place: null, total: withTotal ? 0 : null }
}

/**
 * Prepares the statements of everyday lists: of all events, a site's, a camera's, a category's. Every name costs
 * each connection memory for as long as it lives, so that other combinations go without.
 */
function preparedName(shape: string, limit: number, withTotal: boolean): string {
  if (!/^[aM]s?c?k?$/.test(shape) || ![20, 50, 100].includes(limit)) return ''
  return `/* name: event_page_${shape}_${limit}_${withTotal ? 'total' : 'next'} */`
}

const nothing = sql`null::bigint`

const jsonInstant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Many sites are read one by one, each by its own index, and merged; a camera has an index of its own. */
function isOfManySites({ siteIds, camera_id }: EventFilter): boolean {
  return siteIds !== null && siteIds.length > 1 && camera_id === undefined
}

/** The conditions of a filter, and a name for the combination. */
function conditionsOf(filter: EventFilter): { shape: string; conditions: RawBuilder<unknown>[] } {
  const { siteIds, camera_id, event_category, trigger_topic_like: topic, trigger_source } = filter
  const oneSite = siteIds?.length === 1 ? siteIds[0] : undefined
  const many = isOfManySites(filter)
  const possible: [letter: string, condition: RawBuilder<unknown> | false][] = [
    ['s', oneSite !== undefined && sql`events.site_id = ${oneSite}`],
    [
      'm',
      siteIds !== null && siteIds.length > 1 && !many && sql`events.site_id = any(${[...siteIds]}::uuid[])`,
    ],
    ['c', camera_id !== undefined && sql`events.camera_id = ${camera_id}`],
    ['k', event_category !== undefined && sql`events.event_category = ${event_category}`],
    ['t', topic !== undefined && sql`events.trigger_topic like ${topic}`],
    ['r', trigger_source !== undefined && sql`events.trigger_source = ${trigger_source}`],
    ['i', filter.ai_status !== undefined && sql`events.ai_status = ${filter.ai_status}`],
    ['x', filter.starred === true && sql`events.starred`],
    ['f', filter.from !== null && sql`events.triggered_at >= ${filter.from}`],
    ['b', filter.before !== null && sql`events.triggered_at < ${filter.before}`],
  ]
  const used = possible.flatMap(([letter, condition]) => (condition ? [{ letter, condition }] : []))
  return {
    shape: `${many ? 'M' : 'a'}${used.map(({ letter }) => letter).join('')}`,
    conditions: used.map(({ condition }) => condition),
  }
}

/** From the counters where they know it: by site and category. Else counted, from an index where one covers it. */
function totalOf(orgId: string, filter: EventFilter, conditions: readonly RawBuilder<unknown>[]) {
  const { siteIds, event_category } = filter
  const inSites = siteIds === null ? sql`` : sql`and site_id = any(${[...siteIds]}::uuid[])`
  if (isCounted(filter)) {
    const ofCategory = event_category === undefined ? sql`` : sql`and event_category = ${event_category}`
    return sql`(select coalesce(sum(count), 0)::bigint from event_counts
      where org_id = ${orgId} ${inSites} ${ofCategory})`
  }
  return sql`(select count(*) from events
    where events.org_id = ${orgId} and events.deleted_at is null ${inSites} and ${all(conditions)})`
}

function isCounted({
  camera_id,
  trigger_topic_like,
  trigger_source,
  ai_status,
  starred,
  from,
  before,
}: EventFilter) {
  const others = [camera_id, trigger_topic_like, trigger_source, ai_status]
  return others.every((one) => one === undefined) && starred !== true && from === null && before === null
}
