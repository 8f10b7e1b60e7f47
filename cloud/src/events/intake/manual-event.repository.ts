import { sql } from 'kysely'
import type { Actor } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'

/**
 * The event of a manual trigger. The cloud makes its row before it knows whether a recording of its own will
 * follow, so the row begins unseen: not visible, not counted, without alerts. It is
 * - shown, once, by the gateway's answer `triggered`, by its `event.opened`, or by the end of patience;
 * - absorbed by the answer `recording_extended`, and then it never becomes visible.
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

/** Inserts the event unseen: it is in no list until it becomes visible. */
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
      request_id: trigger.requestId,
      expected_duration_sec: trigger.durationSec,
      recording_source: trigger.recordingSource,
      notes: trigger.note,
      triggered_by_kind: trigger.actor.kind,
      triggered_by_id: trigger.actor.id,
      triggered_by_name: trigger.actor.name,
      awaiting_answer: true,
      visible: false,
    })
    .execute()
}

/** Of the notes of an event (interface: Limits). */
const longestNotes = 2000

/**
 * Adds the note of a trigger to the event whose recording it extended, once: a further line of its notes, as far as there
 * is room, and an entry of `raw_data.extended_by` in full.
 */
export async function appendNote(tx: Tx, orgId: string, triggerId: string, eventId: string): Promise<void> {
  await sql`
    update events set
      notes = left(concat_ws(E'\n', nullif(events.notes, ''), trigger.note), ${longestNotes}::int),
      raw_data = events.raw_data || jsonb_build_object('extended_by',
        coalesce(events.raw_data -> 'extended_by', '[]') || trigger.entry)
    from (
      select raw_data ->> 'note' as note,
        jsonb_build_object('event_id', id, 'request_id', request_id, 'note', raw_data ->> 'note') as entry
      from events where org_id = ${orgId} and id = ${triggerId} and raw_data ->> 'note' is not null
    ) as trigger
    where events.org_id = ${orgId} and events.id = ${eventId}
      and not coalesce(events.raw_data -> 'extended_by', '[]') @> jsonb_build_array(trigger.entry)`.execute(
    tx,
  )
}
