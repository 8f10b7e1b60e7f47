import type { EventCategory } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { search, searchFew } from '../../../platform/text/full-text.repository.js'
import type { DailyHours } from '../../../platform/time/wall-clock.js'

/** Which events a question is about, beside its words. */
export interface FoundFilter {
  /** Sites at trigger time, within the scope; null for all. */
  readonly siteIds: readonly string[] | null
  /** Null: any. */
  readonly cameraIds: readonly string[] | null
  readonly category: EventCategory | null
  readonly from: Date | null
  readonly before: Date | null
  readonly daily: (DailyHours & { readonly timezone: string }) | null
}

/** An event that was found, by how well. */
export interface SearchHit {
  readonly id: string
  readonly cameraId: string
  readonly at: Date
  /** How much of the words it has, and how weighty: 0 for none. */
  readonly rank: number
}

/**
 * The newest events whose words match, ranked by another query.
 * @param query what must match; a tsquery
 * @param ranking by what they are ranked; a tsquery
 */
export async function foundByWords(
  tx: Tx,
  orgId: string,
  filter: FoundFilter,
  { query, ranking, limit }: { query: string; ranking: string; limit: number },
): Promise<SearchHit[]> {
  const few = await searchFew(tx, orgId, query)
  const { rows } = await sql<SearchHit>`
    select event_id as id, camera_id as "cameraId", triggered_at as at,
      ts_rank(document, ${ranking}::tsquery)::float8 as rank
    from event_texts
    where event_texts.org_id = ${orgId} and ${admitted(filter)}
      and ${few === null ? sql`true` : sql`event_id = any(${few}::uuid[])`}
    order by triggered_at desc, event_id desc limit ${sql.lit(limit)}`.execute(tx)
  await search(tx, null)
  return rows
}

/** The newest events that the filter admits, described or not. */
export async function newestFound(
  db: Db,
  orgId: string,
  filter: FoundFilter,
  limit: number,
): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select id, camera_id as "cameraId", triggered_at as at, 0::float8 as rank
    from events
    where events.org_id = ${orgId} and ${isListed} and ${admitted(filter)}
    order by triggered_at desc, id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

function admitted({ siteIds, cameraIds, category, from, before, daily }: FoundFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(siteIds === null ? [] : [sql`site_id = any(${[...siteIds]}::uuid[])`]),
    ...(cameraIds === null ? [] : [sql`camera_id = any(${[...cameraIds]}::uuid[])`]),
    ...(category === null ? [] : [sql`event_category = ${category}`]),
    ...(from === null ? [] : [sql`triggered_at >= ${from}`]),
    ...(before === null ? [] : [sql`triggered_at < ${before}`]),
    ...(daily === null ? [] : [inDailyHours(daily)]),
  ]
  return sql.join(conditions, sql` and `)
}

function inDailyHours({ from, to, timezone }: DailyHours & { timezone: string }): RawBuilder<unknown> {
  const shown = sql`(triggered_at at time zone ${timezone})::time`
  const [after, until] = [sql`${shown} >= ${from}::time`, sql`${shown} < ${to}::time`]
  // Hours that end at midnight end with the day.
  if (to === '00:00') return after
  return from < to ? sql`(${after} and ${until})` : sql`(${after} or ${until})`
}

/** What an answer is made from. */
export interface FoundRow {
  readonly id: string
  readonly camera_name: string
  readonly site_name: string
  readonly timezone: string
  readonly event_category: EventCategory
  readonly triggered_at: Date
  readonly duration_sec: number | null
  readonly summary: string | null
  readonly narrative: string | null
  readonly tags: string[]
  readonly notes: string | null
  /** False: its camera's analysis is disabled, and nothing of it is sent to a model. */
  readonly may_be_sent: boolean
}

/** Listed events that the filter's sites admit, in no order. */
export async function describeFound(
  db: Db,
  orgId: string,
  { siteIds }: Pick<FoundFilter, 'siteIds'>,
  ids: readonly string[],
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select events.id, cameras.name as camera_name, sites.name as site_name, sites.timezone, events.event_category,
      events.triggered_at, events.duration_sec, events.summary, events.narrative, events.tags, events.notes,
      cameras.ai_analysis_mode <> 'disabled' as may_be_sent
    from events
    join cameras on cameras.org_id = ${orgId} and cameras.id = events.camera_id
    join sites on sites.org_id = ${orgId} and sites.id = events.site_id
    where events.org_id = ${orgId} and events.id = any(${[...ids]}::uuid[]) and ${isListed}
      and ${siteIds === null ? sql`true` : sql`events.site_id = any(${[...siteIds]}::uuid[])`}`.execute(db)
  return rows
}
