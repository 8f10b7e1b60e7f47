import type { Event, EventPatch } from '@sightline/protocol'
import type { Selectable } from 'kysely'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { type Caller, requireSite } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { missing } from '../../platform/errors.js'
import { type EventMarks, lockEvent, markEvent } from '../event.repository.js'
import type { EventTable } from '../event.table.js'
import { uncountEvent } from '../event-count.repository.js'
import type { EventDeps } from './event-deps.js'
import { getEvent } from './get-event.js'

/**
 * Marks an event. The first acknowledgement counts: who repeats it changes nothing.
 * @throws AppError missing, or forbidden outside the caller's sites
 */
export async function patchEvent(
  deps: EventDeps,
  caller: Caller,
  id: string,
  patch: EventPatch,
): Promise<Event> {
  await change(deps, caller, id, patch)
  return getEvent(deps, caller, id)
}

/**
 * Acknowledges an event, as `patchEvent` does.
 * @throws AppError missing, or forbidden outside the caller's sites
 */
export function acknowledgeEvent(deps: ChangeDeps, caller: Caller, id: string): Promise<void> {
  return change(deps, caller, id, { acknowledged: true })
}

type ChangeDeps = Pick<EventDeps, 'database' | 'clock'>

async function change(deps: ChangeDeps, caller: Caller, id: string, patch: EventPatch): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const event = await requireEvent(tx, caller, id)
    await markEvent(tx, caller.orgId, id, {
      ...acknowledgement(patch.acknowledged, event.acknowledged, caller, new Date(deps.clock.now())),
      ...(patch.starred !== undefined && { starred: patch.starred }),
      ...(patch.notes !== undefined && { notes: patch.notes }),
      acknowledged: patch.acknowledged ?? event.acknowledged,
    })
    const changed = { fields: Object.keys(patch) }
    await recordAudit(tx, caller, 'event.updated', { target: { kind: 'event', id }, data: changed })
  })
}

/**
 * Deletes an event softly: it is no longer listed, counted or served.
 * @throws AppError missing, or forbidden outside the caller's sites
 */
export async function deleteEvent(deps: ChangeDeps, caller: Caller, id: string): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const event = await requireEvent(tx, caller, id)
    await markEvent(tx, caller.orgId, id, { deleted_at: new Date(deps.clock.now()) })
    await uncountEvent(tx, caller.orgId, event)
    await recordAudit(tx, caller, 'event.deleted', { target: { kind: 'event', id } })
  })
}

async function requireEvent(tx: Tx, caller: Caller, id: string): Promise<Selectable<EventTable>> {
  const event = await lockEvent(tx, caller.orgId, id)
  if (!event) throw missing('event')
  requireSite(caller, event.site_id, 'event')
  return event
}

function acknowledgement(
  wanted: boolean | undefined,
  before: boolean,
  { actor }: Caller,
  now: Date,
): EventMarks {
  if (wanted === undefined || wanted === before) return {}
  return {
    acknowledged_by_kind: wanted ? actor.kind : null,
    acknowledged_by: wanted ? actor.id : null,
    acknowledged_by_name: wanted ? actor.name : null,
    acknowledged_at: wanted ? now : null,
  }
}
