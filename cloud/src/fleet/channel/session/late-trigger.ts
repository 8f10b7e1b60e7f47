import type { CommandOutcome } from '@sightline/protocol'
import type { ManualEvents } from '../../../events/intake/manual-event.service.js'
import type { Tx } from '../../../platform/database/handles.js'

/** Takes the answer to a trigger whose client was given the event of its own: what became of it is said there. */
export async function settleTrigger(
  manualEvents: ManualEvents,
  tx: Tx,
  { orgId, eventId, outcome }: { orgId: string; eventId: string; outcome: CommandOutcome<'trigger'> },
): Promise<void> {
  if (outcome.event_id === eventId) await manualEvents.show(tx, orgId, eventId)
  else await manualEvents.absorb(tx, orgId, eventId, outcome.event_id)
}
