import type { EventFilterQuery } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { DateRange } from '../platform/time/date-range.js'
import { isListed } from './event.table.js'

/** What a list, an export or a timeline of events is limited to. */
export interface EventFilter
  extends DateRange,
    Pick<
      EventFilterQuery,
      | 'camera_id'
      | 'camera_ids'
      | 'event_category'
      | 'event_categories'
      | 'trigger_topic_like'
      | 'trigger_source'
      | 'ai_status'
      | 'starred'
      | 'acknowledged'
      | 'tag'
      | 'alerted'
    > {
  /** Sites at trigger time: those asked for within the caller's scope; null for all. */
  readonly siteIds: readonly string[] | null
  /** With one of these tags. */
  readonly tags?: readonly string[]
  /** These alone. */
  readonly ids?: readonly string[]
  /** As a person typed them. The transaction searches for them (platform/text/full-text.repository.ts). */
  readonly words?: string
  /** The events that have the words, where these are few. */
  readonly among?: readonly string[]
}

/** A condition on `events`, and a letter by which prepared statements name their conditions. */
interface Condition {
  readonly letter: string
  readonly sql: RawBuilder<unknown>
}

/** An alert was made of the event. */
const isAlerted = sql<boolean>`exists (
  select from alerts where alerts.org_id = events.org_id and alerts.event_id = events.id)`

/** What a filter asks of an event beside its site. */
export function conditionsOf(filter: EventFilter): Condition[] {
  const { camera_id, event_category, trigger_topic_like: topic, trigger_source, ai_status } = filter
  const { camera_ids: cameraIds, event_categories: categories, acknowledged, tag, tags, alerted } = filter
  const possible: [letter: string, condition: RawBuilder<unknown> | false][] = [
    ['c', camera_id !== undefined && sql`events.camera_id = ${camera_id}`],
    ['k', event_category !== undefined && sql`events.event_category = ${event_category}`],
    ['t', topic !== undefined && sql`events.trigger_topic like ${topic}`],
    ['r', trigger_source !== undefined && sql`events.trigger_source = ${trigger_source}`],
    ['i', ai_status !== undefined && sql`events.ai_status = ${ai_status}`],
    ['x', filter.starred === true && sql`events.starred`],
    ['m', cameraIds !== undefined && sql`events.camera_id = any(${[...cameraIds]}::uuid[])`],
    ['g', categories !== undefined && sql`events.event_category = any(${[...categories]}::text[])`],
    ['a', acknowledged !== undefined && sql`events.acknowledged = ${acknowledged}`],
    ['h', tag !== undefined && sql`${tag} = any(events.tags)`],
    ['l', tags !== undefined && sql`events.tags && ${[...tags]}::text[]`],
    ['e', alerted === true && isAlerted],
    ['n', alerted === false && sql`not ${isAlerted}`],
    ['d', filter.ids !== undefined && sql`events.id = any(${[...(filter.ids ?? [])]}::uuid[])`],
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
 * Listed events that meet a filter: what follows WHERE and the organisation, which each statement names itself.
 */
export function matching(filter: EventFilter): RawBuilder<unknown> {
  const conditions = conditionsOf(filter).map((condition) => condition.sql)
  return sql.join([isListed, siteCondition(filter.siteIds), ...conditions], sql` and `)
}
