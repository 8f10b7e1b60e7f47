import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'
import { instant } from '../../platform/database/instant.js'
import { isListed } from '../event.table.js'
import { conditionsOf, type EventFilter, matching } from '../event-conditions.repository.js'

/** A place in the list: newest first, then by id. */
export interface EventPosition {
  /** RFC 3339 in UTC with microseconds, as the database keeps it. */
  readonly at: string
  readonly id: string
}

/** Before the newest event. */
const top: EventPosition = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Which page of a list is read, and what of it. */
export interface WantedPage {
  readonly after: EventPosition | null
  /** Events, 1 to 100. */
  readonly limit: number
  readonly withTotal: boolean
  /** Each with the state of its clip, or with what rules made of it. */
  readonly include: readonly ('clip' | 'marks')[]
}

const clipState = sql`, page.clip_status, page.clip_error,
          ${instant(sql`page.clip_start_at`, 'MS')} as clip_start_at,
          ${instant(sql`page.clip_end_at`, 'MS')} as clip_end_at`

const marks = sql`, exists (
            select from alerts where alerts.org_id = page.org_id and alerts.event_id = page.id) as alerted,
          exists (
            select from held_back_alerts as held where held.org_id = page.org_id and held.event_id = page.id) as held_back`

/** A page as text that only has to be put together. */
export interface EventPageText {
  /**
   * For each event a line of three words, the last of which may hold blanks: its time as in `EventPosition`, the id
   * of its snapshot or `-`, and its JSON object without `snapshot_url`. Null if there is no event.
   */
  readonly lines: string | null
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
  wanted: WantedPage,
): Promise<EventPageText> {
  const { after, limit, withTotal, include } = wanted
  const { rows } = await sql<EventPageText>`${sql.raw(preparedName(filter, wanted))}
    with page as (${pageRows(orgId, filter, after ?? top, sql.lit(limit + 1))})
    select
      string_agg(
        concat(${instant(sql`triggered_at`, 'US')}, ' ', coalesce(snapshot_id::text, '-'), ' ', item),
        E'\n' order by triggered_at desc, id desc
      ) as lines,
      ${withTotal ? totalOf(orgId, filter) : sql`null::bigint`} as total
    from (
      select page.triggered_at, page.id, page.snapshot_id, row_to_json(item)::text as item
      from page
      left join cameras on cameras.org_id = ${orgId} and cameras.id = page.camera_id
      cross join lateral (
        select page.id, page.camera_id, cameras.name as camera_name,
          cameras.deleted_at is not null as camera_deleted, page.event_category, page.trigger_topic,
          page.trigger_source, ${instant(sql`page.triggered_at`, 'MS')} as triggered_at, page.duration_sec,
          page.summary, page.tags, page.ai_status, page.acknowledged,
          case when page.acknowledged_by_kind = 'user' then page.acknowledged_by end as acknowledged_by,
          ${instant(sql`page.acknowledged_at`, 'MS')} as acknowledged_at, page.starred, page.notes,
          page.recording_source, page.ai_severity
          ${include.includes('clip') ? clipState : sql``} ${include.includes('marks') ? marks : sql``}
      ) as item
    ) as shown`.execute(db)
  return rows[0] ?? { lines: null, total: withTotal ? 0 : null }
}

/** How many events match. */
export async function countEvents(db: Db, orgId: string, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`${sql.raw(totalName(filter))}
    select ${totalOf(orgId, filter)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** The ids with those of alerts replaced by those of their events, each once. */
export async function withEventsOfAlerts(db: Db, orgId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'event_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  const eventOf = new Map(rows.map(({ id, event_id: eventId }) => [id, eventId]))
  const named = ids.map((id) => (eventOf.has(id) ? (eventOf.get(id) ?? null) : id))
  return [...new Set(named.filter((id) => id !== null))]
}

/** Events of one site, in pages. */
interface EventsOfSite {
  readonly siteId: string
  readonly cameraId: string | undefined
  /** They were told of by then. */
  readonly knownAt: Date
  readonly after: EventPosition | null
  readonly limit: number
}

/** Events of a site that were there at a moment and are still listed, newest first. */
export async function eventsOfSite(
  db: Db,
  orgId: string,
  { siteId, cameraId, knownAt, after, limit }: EventsOfSite,
): Promise<EventPosition[]> {
  const { at, id } = after ?? top
  const ofCamera = cameraId === undefined ? sql`` : sql`and events.camera_id = ${cameraId}`
  const { rows } =
    await sql<EventPosition>`select events.id, ${instant(sql`events.triggered_at`, 'US')} as at from events
    where events.org_id = ${orgId} and events.site_id = ${siteId} and ${isListed} ${ofCamera}
      and events.received_at <= ${knownAt} and (events.triggered_at, events.id) < (${at}::timestamptz, ${id}::uuid)
    order by events.triggered_at desc, events.id desc limit ${limit}`.execute(db)
  return rows
}

function pageRows(orgId: string, filter: EventFilter, { at, id }: EventPosition, limit: RawBuilder<unknown>) {
  const newest = sql`and (events.triggered_at, events.id) < (${at}::timestamptz, ${id}::uuid)
    order by events.triggered_at desc, events.id desc limit ${limit}`
  if (filter.camera_ids !== undefined)
    return sql`
    select nearest.* from unnest(${[...filter.camera_ids]}::uuid[]) as asked (camera_id)
    cross join lateral (
      select * from events
      where events.org_id = ${orgId} and events.camera_id = asked.camera_id
        and ${matching({ ...filter, camera_ids: undefined })} ${newest}
    ) as nearest
    order by nearest.triggered_at desc, nearest.id desc limit ${limit}`
  if (!isOfManySites(filter))
    return sql`
    select * from events where events.org_id = ${orgId} and ${matching(filter)} ${newest}`
  return sql`
    select nearest.* from unnest(${[...(filter.siteIds ?? [])]}::uuid[]) as allowed (site_id)
    cross join lateral (
      select * from events
      where events.org_id = ${orgId} and events.site_id = allowed.site_id
        and ${matching({ ...filter, siteIds: null })} ${newest}
    ) as nearest
    order by nearest.triggered_at desc, nearest.id desc limit ${limit}`
}

/** Many sites are read one by one, each by its own index, and merged; a camera has an index of its own. */
function isOfManySites({ siteIds, camera_id, camera_ids }: EventFilter): boolean {
  return siteIds !== null && siteIds.length > 1 && camera_id === undefined && camera_ids === undefined
}

/**
 * Prepares the statements of everyday lists: of all events, a site's, a camera's, a category's, and those that are
 * starred. Every name costs each connection memory for as long as it lives, so that other combinations go without.
 */
function preparedName(filter: EventFilter, { limit, withTotal, include }: WantedPage): string {
  const ofSites = isOfManySites(filter) ? 'many' : filter.siteIds === null ? 'all' : 'one'
  const shape = conditionsOf(filter)
    .map(({ letter }) => letter)
    .join('')
  const isEveryday = /^c?k?x?$/.test(shape) && [20, 50, 100].includes(limit)
  // A camera's events at several sites: one condition on them, whose number is part of no text.
  const isOneText = ofSites !== 'one' || filter.siteIds?.length === 1
  if (!isEveryday || !isOneText || include.length > 0) return ''
  return `/* name: event_page_${ofSites}_${shape}_${limit}_${withTotal ? 'total' : 'next'} */`
}

/** Prepares the totals that counters know. */
function totalName(filter: EventFilter): string {
  const conditions = conditionsOf(filter)
  if (conditions.some(({ letter }) => letter !== 'k')) return ''
  return `/* name: event_total_${filter.siteIds === null ? 'all' : 'some'}${conditions.length === 0 ? '' : '_k'} */`
}

/** Counted among the words alone, which know all that these conditions ask: the events need not be read. */
function totalOfWords(orgId: string, filter: EventFilter) {
  const { siteIds, camera_id, event_category: category, from, before } = filter
  const conditions = [
    sql`org_id = ${orgId}`,
    ...(siteIds === null ? [] : [sql`site_id = any(${[...siteIds]}::uuid[])`]),
    ...(camera_id === undefined ? [] : [sql`camera_id = ${camera_id}`]),
    ...(category === undefined ? [] : [sql`event_category = ${category}`]),
    ...(from === null ? [] : [sql`triggered_at >= ${from}`]),
    ...(before === null ? [] : [sql`triggered_at < ${before}`]),
  ]
  return sql`(select count(*) from event_texts where ${sql.join(conditions, sql` and `)})`
}

/** From the counters where they know it: by site and category. Else counted, from an index where one covers it. */
function totalOf(orgId: string, filter: EventFilter) {
  const shape = conditionsOf(filter)
    .map(({ letter }) => letter)
    .join('')
  if (filter.among === undefined && /^c?k?f?b?w$/.test(shape)) return totalOfWords(orgId, filter)
  if (conditionsOf(filter).some(({ letter }) => letter !== 'k')) {
    return sql`(select count(*) from events where events.org_id = ${orgId} and ${matching(filter)})`
  }
  const { siteIds, event_category } = filter
  const inSites = siteIds === null ? sql`` : sql`and site_id = any(${[...siteIds]}::uuid[])`
  const ofCategory = event_category === undefined ? sql`` : sql`and event_category = ${event_category}`
  return sql`(select coalesce(sum(count), 0)::bigint from event_counts
    where org_id = ${orgId} ${inSites} ${ofCategory})`
}
