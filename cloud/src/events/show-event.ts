import type { FiringEvent } from '../alerts/alert.service.js'
import type { Tx } from '../platform/database/database.js'
import {
  changeEvent,
  countEvent,
  type EventChange,
  findCameraName,
  type IntakeRow,
} from './event-intake.repository.js'

/**
 * Brings a manual trigger's event to light: from here on it is listed and counted. The caller holds its lock, and
 * fires the alerts of what is returned.
 */
export async function showEvent(
  tx: Tx,
  orgId: string,
  event: IntakeRow,
  change: EventChange = {},
): Promise<FiringEvent> {
  await changeEvent(tx, orgId, event.id, { ...change, awaiting_answer: false, deleted_at: null })
  await countEvent(tx, orgId, event)
  return toFiringEvent(event, await findCameraName(tx, orgId, event.camera_id))
}

/** An event as alert rules see it. */
export function toFiringEvent(
  event: Pick<
    IntakeRow,
    | 'id'
    | 'camera_id'
    | 'site_id'
    | 'event_category'
    | 'trigger_topic'
    | 'trigger_source'
    | 'triggered_at'
    | 'late'
  >,
  cameraName: string,
): FiringEvent {
  return {
    id: event.id,
    camera_id: event.camera_id,
    camera_name: cameraName,
    site_id: event.site_id,
    event_category: event.event_category,
    trigger_topic: event.trigger_topic,
    trigger_source: event.trigger_source,
    triggered_at: event.triggered_at,
    late: event.late,
  }
}
