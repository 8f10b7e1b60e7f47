import type { ClipStatus, Event, EventCategory, Severity } from '@sightline/protocol'
import { expressionBuilder } from 'kysely'
import type { ActorKind } from '../platform/caller.js'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from '../platform/database/columns.js'

declare module '../platform/database/tables.js' {
  interface TenantTables {
    events: EventTable
    event_counts: EventCountTable
    event_shares: EventShareTable
  }

  interface LookupTables {
    share_token_lookup: ShareTokenLookupTable
  }
}

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
  /**
   * When it happened by the cloud's clock, where that counts for its age: its gateway's clock was held, and the gateway
   * was away for longer than the event took to arrive. Never later than its receipt, which counts otherwise.
   */
  happened_at: InstantOrNull
  /** The cloud's clock minus the gateway's when the event was made, in milliseconds. */
  gateway_clock_offset_ms: Nullable<number>
  clock_synced: Nullable<boolean>
  /** Received more than 15 minutes after it happened. */
  late: Defaulted<boolean>
  /** 32 hexadecimal digits, for a manual trigger. */
  request_id: Nullable<string>
  /** The event whose recording this trigger extended; such a row never becomes visible. */
  absorbed_by: Nullable<string>
  /** A manual trigger that the gateway has not answered yet: the event is not visible, and not counted. */
  awaiting_answer: Defaulted<boolean>
  /**
   * False until the answer of a manual trigger, and for ever if another event absorbed it. PostgreSQL refuses a value
   * that `awaiting_answer` and `absorbed_by` do not bear out.
   */
  visible: Defaulted<boolean>
  recording_source: Defaulted<Event['recording_source']>
  expected_duration_sec: Nullable<number>
  clip_status: Defaulted<ClipStatus>
  clip_error: Nullable<string>
  /** What of the clip is damaged or missing, as its gateway said. */
  clip_note: Nullable<string>
  clip_start_at: InstantOrNull
  clip_end_at: InstantOrNull
  duration_sec: Nullable<number>
  clip_codec: Nullable<string>
  /** The stored snapshot in `media`, kept here so that lists need not join it. */
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
  /** When somebody deleted the event; of one that is not visible it says nothing. */
  deleted_at: InstantOrNull
}

const ofEvents = expressionBuilder<{ events: EventTable }, 'events'>()

/**
 * True of an event that people get to see: it is visible, and nobody deleted it. Every query that shows, counts, finds or
 * hands on events asks this of them, under the table's own name; the indexes of lists are made for it.
 */
export const isListed = ofEvents
  .and([ofEvents('events.deleted_at', 'is', null), ofEvents.ref('events.visible')])
  .$castTo<boolean>()

/** How many listed events a site has in a category. */
interface EventCountTable {
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
interface ShareTokenLookupTable {
  token_hash: Buffer
  org_id: string
  share_id: string
}
