import type { ClipStatus, Event, EventCategory, Severity } from '@sightline/protocol'
import type { ActorKind } from '../platform/caller.js'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from '../platform/database/columns.js'

export interface EventTable {
  org_id: string
  id: string
  camera_id: string
  /** The camera's site at trigger time; scope and filters use it. */
  site_id: string
  gateway_id: Nullable<string>
  event_category: EventCategory
  trigger_topic: Defaulted<string>
  trigger_source: Event['trigger_source']
  raw_source: Defaulted<string>
  raw_data: JsonDefaulted<Record<string, unknown>>
  triggered_at: Instant
  received_at: InstantDefaultNow
  /** The cloud's clock minus the gateway's when the event was made, in milliseconds. */
  gateway_clock_offset_ms: Nullable<number>
  clock_synced: Nullable<boolean>
  /** Received more than 15 minutes after it happened. */
  late: Defaulted<boolean>
  /** 32 hexadecimal digits, for a manual trigger. */
  request_id: Nullable<string>
  /** The event whose recording this trigger extended; such a row is deleted and never shown. */
  absorbed_by: Nullable<string>
  /**
   * A manual trigger that the gateway has not answered yet: nobody has seen the event. `deleted_at` is set
   * meanwhile, which hides it, and it is not counted.
   */
  awaiting_answer: Defaulted<boolean>
  recording_source: Defaulted<Event['recording_source']>
  expected_duration_sec: Nullable<number>
  clip_status: Defaulted<ClipStatus>
  clip_error: Nullable<string>
  clip_start_at: InstantOrNull
  clip_end_at: InstantOrNull
  duration_sec: Nullable<number>
  clip_codec: Nullable<string>
  /** The stored snapshot in `media`, kept here so that lists need not look for it. */
  snapshot_id: Nullable<string>
  /** When the gateway's word that the recording ended was taken. */
  closed_at: InstantOrNull
  summary: Nullable<string>
  narrative: Nullable<string>
  tags: Defaulted<string[]>
  ai_status: Defaulted<Event['ai_status']>
  ai_severity: Nullable<Severity>
  ai_confidence: Nullable<number>
  /** Why the analysis was skipped or failed; a sentence. */
  ai_error: Nullable<string>
  /** When the result that stands was found; null: none was. */
  ai_completed_at: InstantOrNull
  acknowledged: Defaulted<boolean>
  acknowledged_by_kind: Nullable<ActorKind>
  acknowledged_by: Nullable<string>
  acknowledged_by_name: Nullable<string>
  acknowledged_at: InstantOrNull
  starred: Defaulted<boolean>
  notes: Nullable<string>
  triggered_by_kind: Defaulted<ActorKind>
  triggered_by_id: Nullable<string>
  triggered_by_name: Defaulted<string>
  deleted_at: InstantOrNull
}

/** How many events that are not deleted a site has in a category. */
export interface EventCountTable {
  org_id: string
  site_id: string
  event_category: EventCategory
  count: Defaulted<number>
}

/** A link by which an outsider sees one event. */
export interface EventShareTable {
  org_id: string
  id: string
  event_id: string
  /** SHA-256 of the token. */
  token_hash: Buffer
  password_hash: Nullable<string>
  failed_attempts: Defaulted<number>
  locked_until: InstantOrNull
  created_by_kind: ActorKind
  created_by_id: Nullable<string>
  created_by_name: string
  created_at: InstantDefaultNow
  expires_at: Instant
  revoked_at: InstantOrNull
  view_count: Defaulted<number>
  last_viewed_at: InstantOrNull
}

/** Lookup without organisation. */
export interface ShareTokenLookupTable {
  token_hash: Buffer
  org_id: string
  share_id: string
}
