import type { NotificationDecision } from '@sightline/protocol'
import type { Db } from '../../../platform/database/handles.js'
import { toDecision } from '../groups/show-group.js'
import { decisionsOfEvent } from './decision.repository.js'

/**
 * Who was notified of the alerts of an event and who was not, in the order in which it was decided. Whether the caller may
 * see that is asked before.
 */
export async function listDecisionsOfEvent(
  db: Db,
  orgId: string,
  eventId: string,
  limit: number,
): Promise<NotificationDecision[]> {
  return (await decisionsOfEvent(db, orgId, eventId, limit)).map(toDecision)
}
