import type { EventFilterQuery } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { DateRange } from '../platform/date-range.js'

/** What a list, an export or a timeline of events is limited to. */
export interface EventFilter
  extends DateRange,
    Pick<
      EventFilterQuery,
      'camera_id' | 'event_category' | 'trigger_topic_like' | 'trigger_source' | 'ai_status' | 'starred'
    > {
  /** Sites at trigger time: those asked for within the caller's scope; null for all. */
  readonly siteIds: readonly string[] | null
  /** As a person typed them. The transaction has been told to search for them (platform/full-text.repository.ts). */
  readonly words?: string
  /** The events that have the words, where these are few. */
  readonly among?: readonly string[]
}

/** A condition on `events`, and a letter by which prepared statements tell which conditions they hold. */
interface Condition {
  readonly letter: string
  readonly sql: RawBuilder<unknown>
}

/** What a filter asks of an event beside its site. */
export function conditionsOf(filter: EventFilter): Condition[] {
  const { camera_id, event_category, trigger_topic_like: topic, trigger_source, ai_status } = filter
  const possible: [letter: string, condition: RawBuilder<unknown> | false][] = [
    ['c', camera_id !== undefined && sql`events.camera_id = ${camera_id}`],
    ['k', event_category !== undefined && sql`events.event_category = ${event_category}`],
    ['t', topic !== undefined && sql`events.trigger_topic like ${topic}`],
    ['r', trigger_source !== undefined && sql`events.trigger_source = ${trigger_source}`],
    ['i', ai_status !== undefined && sql`events.ai_status = ${ai_status}`],
    ['x', filter.starred === true && sql`events.starred`],
    ['f', filter.from !== null && sql`events.triggered_at >= ${filter.from}`],
    ['b', filter.before !== null && sql`events.triggered_at < ${filter.before}`],
    ['w', filter.words !== undefined && havingWords(filter)],
  ]
  return possible.flatMap(([letter, condition]) => (condition ? [{ letter, sql: condition }] : []))
}

/** Of the words the transaction sees those that match only. */
function havingWords({ among }: EventFilter): RawBuilder<unknown> {
  return among === undefined
    ? sql`exists (
        select from event_texts where event_texts.org_id = events.org_id and event_texts.event_id = events.id)`
    : sql`events.id = any(${[...among]}::uuid[])`
}

/** The condition on the site at trigger time. */
function siteCondition(siteIds: readonly string[] | null): RawBuilder<unknown> {
  if (siteIds === null) return sql`true`
  const [only, ...others] = siteIds
  return only !== undefined && others.length === 0
    ? sql`events.site_id = ${only}`
    : sql`events.site_id = any(${[...siteIds]}::uuid[])`
}

/**
 * Events that are not deleted and meet a filter: what follows WHERE and the organisation, which each statement names
 * itself.
 */
export function matching(filter: EventFilter): RawBuilder<unknown> {
  const conditions = conditionsOf(filter).map((condition) => condition.sql)
  return sql.join([sql`events.deleted_at is null`, siteCondition(filter.siteIds), ...conditions], sql` and `)
}
