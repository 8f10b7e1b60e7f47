import type { Selectable } from 'kysely'
import { type EventTable, isListed } from '../../../events/event.table.js'
import type { Db } from '../../../platform/database/handles.js'

/** Of an event, what the answers about its analysis need. */
export type AnalysedEventRow = Pick<
  Selectable<EventTable>,
  'site_id' | 'ai_status' | 'ai_error' | 'trigger_source' | 'trigger_topic' | 'raw_data'
>

/** A listed event. */
export function findAnalysedEvent(db: Db, orgId: string, id: string): Promise<AnalysedEventRow | undefined> {
  return db
    .selectFrom('events')
    .select(['site_id', 'ai_status', 'ai_error', 'trigger_source', 'trigger_topic', 'raw_data'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where(isListed)
    .executeTakeFirst()
}
