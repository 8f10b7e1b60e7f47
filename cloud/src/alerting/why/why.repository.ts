import type { Event } from '@sightline/protocol'
import { sql } from 'kysely'
import { isListed } from '../../events/event.table.js'
import type { Db } from '../../platform/database/handles.js'

/** What an explanation needs of an event beside its facts. */
export interface ExplainedEvent {
  readonly camera_id: string
  /** At trigger time. */
  readonly site_id: string
  readonly triggered_at: Date
  readonly received_at: Date
  readonly ai_status: Event['ai_status']
  /** Its compiled rules have not judged it yet. */
  readonly is_waiting: boolean
}

/** A listed event. */
export function findExplainedEvent(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<ExplainedEvent | undefined> {
  return db
    .selectFrom('events')
    .select(['camera_id', 'site_id', 'triggered_at', 'received_at', 'ai_status'])
    .select(
      // A further analysis of what was judged before is not waited for.
      sql<boolean>`coalesce((
        select bool_or(status = 'pending') from rule_judgements
        where org_id = ${orgId} and event_id = ${eventId}), ai_status = 'pending')`.as('is_waiting'),
    )
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .where(isListed)
    .executeTakeFirst()
}
