import { type Caller, requireSite } from '../platform/caller.js'
import type { Db } from '../platform/database/handles.js'
import { missing } from '../platform/errors.js'
import { type EventRow, findEvent } from './event.repository.js'

/** An event that the caller may see. @throws AppError missing, or forbidden outside the caller's sites */
export async function requireEvent(db: Db, caller: Caller, id: string): Promise<EventRow> {
  const event = await findEvent(db, caller.orgId, id)
  if (!event) throw missing('event')
  requireSite(caller, event.site_id, 'event')
  return event
}
