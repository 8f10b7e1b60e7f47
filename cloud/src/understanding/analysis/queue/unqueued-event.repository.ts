import { sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Db } from '../../../platform/database/handles.js'

/** An event that waits for an analysis that nobody has queued. */
export interface UnqueuedEvent {
  readonly id: string
  readonly clip_status: 'recording' | 'uploading' | 'ready' | 'failed' | 'expired'
}

/**
 * Listed events whose analysis is pending and not queued: those whose clip has ended in some way, and those that were
 * received before `givenUpBefore` and still wait for it. By id, after `afterId`.
 */
export async function listUnqueuedEvents(
  db: Db,
  orgId: string,
  {
    givenUpBefore,
    afterId,
    limit,
  }: { readonly givenUpBefore: Date; readonly afterId: string; readonly limit: number },
): Promise<UnqueuedEvent[]> {
  const { rows } = await sql<UnqueuedEvent>`
    select events.id, events.clip_status from events
    where events.org_id = ${orgId} and events.ai_status = 'pending' and ${isListed} and events.id > ${afterId}
      and (events.clip_status in ('ready', 'failed', 'expired') or events.received_at < ${givenUpBefore})
      and not exists (
        select from event_analyses a where a.org_id = events.org_id and a.event_id = events.id and a.status = 'pending')
    order by events.id limit ${limit}`.execute(db)
  return rows
}
