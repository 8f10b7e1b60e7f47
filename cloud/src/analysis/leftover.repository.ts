import { sql } from 'kysely'
import type { Db } from '../platform/database/database.js'

/** An event that waits for an analysis that nobody has queued. */
export interface LeftoverRow {
  readonly id: string
  readonly clip_status: 'recording' | 'uploading' | 'ready' | 'failed' | 'expired'
}

/**
 * Events whose analysis is pending and not queued: those whose clip has ended in some way, and those that were received
 * before `givenUpBefore` and still wait for it. By id, after `afterId`.
 */
export async function listLeftovers(
  db: Db,
  orgId: string,
  givenUpBefore: Date,
  afterId: string,
  limit: number,
): Promise<LeftoverRow[]> {
  const { rows } = await sql<LeftoverRow>`
    select e.id, e.clip_status from events e
    where e.org_id = ${orgId} and e.ai_status = 'pending' and e.deleted_at is null and e.id > ${afterId}
      and (e.clip_status in ('ready', 'failed', 'expired') or e.received_at < ${givenUpBefore})
      and not exists (
        select from event_analyses a where a.org_id = e.org_id and a.event_id = e.id and a.status = 'pending')
    order by e.id limit ${limit}`.execute(db)
  return rows
}
