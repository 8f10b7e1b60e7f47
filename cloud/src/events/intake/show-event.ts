import type { Tx } from '../../platform/database/handles.js'
import type { OpenedEvent } from '../event.hooks.js'
import { countEvent } from '../event-count.repository.js'
import { changeEvent, type EventChange, findCameraName, type IntakeRow } from './event-intake.repository.js'

/**
 * Brings a manual trigger's event to light: from here on it is listed and counted. The caller holds its lock, and
 * hands what is returned to `onOpened`.
 */
export async function showEvent(
  tx: Tx,
  orgId: string,
  event: IntakeRow,
  change: EventChange = {},
): Promise<OpenedEvent> {
  await changeEvent(tx, orgId, event.id, { ...change, awaiting_answer: false, visible: true })
  await countEvent(tx, orgId, event)
  return toOpenedEvent(event, await findCameraName(tx, orgId, event.camera_id))
}

/** An event as the hook `onOpened` has it. */
export function toOpenedEvent(
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
  isContinuation = false,
): OpenedEvent {
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
    is_continuation: isContinuation,
  }
}
