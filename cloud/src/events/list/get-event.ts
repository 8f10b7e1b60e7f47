import type { Event } from '@sightline/protocol'
import type { Caller } from '../../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import { findContinuation } from '../continuation.repository.js'
import { type EventRow, findNeighbours } from '../event.repository.js'
import { holderOf, type LinkHolder } from '../media/links/link-holder.service.js'
import { requireEvent } from '../require-event.js'
import type { EventDeps } from './event-deps.js'

/** @throws AppError missing, or forbidden outside the caller's sites */
export async function getEvent(
  deps: Pick<EventDeps, 'database' | 'mediaLinks'>,
  caller: Caller,
  id: string,
): Promise<Event> {
  const db = deps.database.forOrg(caller.orgId)
  const row = await requireEvent(db, caller, id)
  const neighbours = await findNeighbours(db, caller, row.id)
  const continuedBy = await findContinuation(db, caller, row)
  const urlOf = (mediaId: string | null, holder?: LinkHolder) =>
    mediaId === null ? null : deps.mediaLinks.urlOf(caller.orgId, mediaId, holder)
  return toEvent(
    row,
    { ...neighbours, continuedBy },
    {
      clip: urlOf(row.clip_id, holderOf(caller)),
      snapshot: urlOf(row.snapshot_id),
    },
  )
}

function toEvent(
  row: EventRow,
  {
    previous,
    next,
    continuedBy,
  }: { previous: string | null; next: string | null; continuedBy: string | null },
  urls: { clip: string | null; snapshot: string | null },
): Event {
  return {
    id: row.id,
    camera_id: row.camera_id,
    camera_name: row.camera_name,
    camera_deleted: row.camera_deleted_at !== null,
    event_category: row.event_category,
    trigger_topic: row.trigger_topic,
    trigger_source: row.trigger_source,
    triggered_at: toTimestamp(row.triggered_at),
    duration_sec: row.duration_sec,
    summary: row.summary,
    tags: row.tags,
    ai_status: row.ai_status,
    acknowledged: row.acknowledged,
    acknowledged_by: row.acknowledged_by_kind === 'user' ? row.acknowledged_by : null,
    acknowledged_at: toTimestampOrNull(row.acknowledged_at),
    starred: row.starred,
    notes: row.notes,
    snapshot_url: urls.snapshot,
    recording_source: row.recording_source,
    raw_source: row.raw_source,
    raw_data: row.raw_data,
    received_at: toTimestamp(row.received_at),
    late: row.late,
    narrative: row.narrative,
    ai_reason: row.ai_error,
    ai_severity: row.ai_severity,
    ai_confidence: row.ai_confidence,
    clip_status: row.clip_status,
    clip_error: row.clip_error,
    clip_note: row.clip_note,
    clip_start_at: toTimestampOrNull(row.clip_start_at),
    clip_end_at: toTimestampOrNull(row.clip_end_at),
    clip_codec: row.clip_codec,
    clip_bytes: row.clip_bytes,
    clip_sha256: row.clip_sha256,
    clip_url: urls.clip,
    prev_event_id: previous,
    next_event_id: next,
    continued_by: continuedBy,
  }
}
