import { mapInTurns } from '../../../platform/concurrency/time-slice.js'
import type { Db } from '../../../platform/database/handles.js'
import { systemClock } from '../../../platform/time/clock.js'
import { listFactsRows } from './event-facts.repository.js'
import type { EventFacts } from './event-facts.table.js'
import { toEventFacts } from './to-event-facts.js'

/** Each may have dozens of objects: of so many others have their turn meanwhile. */
const many = 20

/**
 * What is known of events: by their analysis, by the camera that reported them, by whoever noted something. One
 * statement for all. Ids that are none of the organisation's are left out.
 */
export async function readEventFacts(
  db: Db,
  orgId: string,
  eventIds: readonly string[],
): Promise<Map<string, EventFacts>> {
  if (eventIds.length === 0) return new Map()
  const rows = await listFactsRows(db, orgId, eventIds)
  const facts =
    rows.length < many ? rows.map(toEventFacts) : await mapInTurns(systemClock, rows, toEventFacts)
  return new Map(facts.map((one) => [one.event_id, one]))
}
