import type { Actor } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'

/**
 * The event of a manual trigger. The cloud makes its row before it knows whether a recording of its own will
 * follow, so the row begins unseen: hidden, not counted, without alerts. It is
 * - shown, once, by the gateway's answer `triggered`, by its `event.opened`, or by the end of patience;
 * - dropped by the answer `recording_extended`, and then nobody ever saw it.
 */
export interface ManualTrigger {
  readonly orgId: string
  /** Made by the cloud, UUIDv7. */
  readonly eventId: string
  readonly camera: { readonly id: string; readonly site_id: string; readonly gateway_id: string | null }
  /** 32 lower-case hexadecimal digits. */
  readonly requestId: string
  readonly triggeredAt: Date
  /** Seconds of recording from the trigger, without pre-roll and post-roll. */
  readonly durationSec: number
  readonly note: string | null
  readonly actor: Actor
  readonly recordingSource: 'gateway' | 'relay'
}

/** Inserts the event hidden: `deleted_at` keeps it out of every list until it is shown. */
export async function insertManualEvent(tx: Tx, trigger: ManualTrigger): Promise<void> {
  await tx
    .insertInto('events')
    .values({
      org_id: trigger.orgId,
      id: trigger.eventId,
      camera_id: trigger.camera.id,
      site_id: trigger.camera.site_id,
      gateway_id: trigger.camera.gateway_id,
      event_category: 'other',
      trigger_source: 'manual',
      raw_source: 'manual',
      raw_data: JSON.stringify({ request_id: trigger.requestId, note: trigger.note }),
      triggered_at: trigger.triggeredAt,
      received_at: trigger.triggeredAt,
      request_id: trigger.requestId,
      expected_duration_sec: trigger.durationSec,
      recording_source: trigger.recordingSource,
      notes: trigger.note,
      triggered_by_kind: trigger.actor.kind,
      triggered_by_id: trigger.actor.id,
      triggered_by_name: trigger.actor.name,
      awaiting_answer: true,
      deleted_at: trigger.triggeredAt,
    })
    .execute()
}
