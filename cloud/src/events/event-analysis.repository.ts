import type { Selectable } from 'kysely'
import type { Tx } from '../platform/database/handles.js'
import { type EventTable, isListed } from './event.table.js'

/** What an analysis writes into the event that it is about. */
export type EventAnalysisChange = Partial<
  Pick<
    Selectable<EventTable>,
    | 'ai_status'
    | 'ai_error'
    | 'ai_severity'
    | 'ai_confidence'
    | 'ai_completed_at'
    | 'summary'
    | 'narrative'
    | 'tags'
  >
>

export async function saveAnalysisOf(
  tx: Tx,
  orgId: string,
  eventId: string,
  change: EventAnalysisChange,
): Promise<void> {
  await tx.updateTable('events').set(change).where('org_id', '=', orgId).where('id', '=', eventId).execute()
}

/** How an event stands towards its analysis. */
export type EventUnderAnalysis = Pick<
  Selectable<EventTable>,
  'id' | 'camera_id' | 'site_id' | 'ai_status' | 'ai_completed_at' | 'clip_status' | 'clip_error'
> & { readonly is_listed: boolean }

/** Locks an event, one that is not listed too, until the transaction ends. */
export function lockForAnalysis(
  tx: Tx,
  orgId: string,
  eventId: string,
): Promise<EventUnderAnalysis | undefined> {
  return tx
    .selectFrom('events')
    .select([
      'id',
      'camera_id',
      'site_id',
      'ai_status',
      'ai_completed_at',
      'clip_status',
      'clip_error',
      isListed.as('is_listed'),
    ])
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
}
