import type {
  EventCategory,
  Knob,
  KnobOrigin,
  KnobValue,
  SetKnobs,
  Severity,
  SuggestionStatus,
} from '@sightline/protocol'
import type { ColumnType } from 'kysely'
import type { ActorKind } from '../../platform/caller.js'
import type {
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  Json,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    nbd_rule_knobs: NbdRuleKnobsTable
    nbd_camera_overrides: NbdCameraOverrideTable
    held_back_alerts: HeldBackAlertTable
    nbd_suggestions: NbdSuggestionTable
    nbd_suggestion_events: NbdSuggestionEventTable
  }
}

/** The knobs that were set for a rule. A rule of which none is set has no row. */
interface NbdRuleKnobsTable {
  org_id: string
  rule_id: string
  knobs: Json<SetKnobs>
  updated_at: InstantDefaultNow
}

/** The knobs that a camera overrides. A camera that overrides none has no row. */
interface NbdCameraOverrideTable {
  org_id: string
  camera_id: string
  knobs: Json<SetKnobs>
  updated_at: InstantDefaultNow
}

/** An alert that was not made, and why. */
export interface HeldBackAlertTable {
  org_id: string
  id: string
  rule_id: string
  /** The rule's name at that time. */
  rule_name: string
  event_id: string
  camera_id: string
  /** The site at trigger time. */
  site_id: string
  knob: Knob
  value: Json<KnobValue>
  origin: KnobOrigin
  reason: string
  severity: Severity
  confidence: number | null
  category: EventCategory
  tags: string[]
  kind: string
  triggered_at: Instant
  held_back_at: InstantDefaultNow
}

/** What feedback suggests for the override of a camera. At most one of a rule, camera and kind is open. */
export interface NbdSuggestionTable {
  org_id: string
  id: string
  rule_id: string
  camera_id: string
  kind: string
  knob: Knob
  value: Json<KnobValue>
  reason: string
  no_big_deal: number
  useful: number
  status: SuggestionStatus
  /** Of an applied one, the camera's own knob: what stood there (null: nothing), and what was put there. */
  before_value: ColumnType<KnobValue | null, string | null | undefined, string | null>
  after_value: ColumnType<KnobValue | null, string | null | undefined, string | null>
  created_at: InstantDefaultNow
  updated_at: InstantDefaultNow
  decided_at: InstantOrNull
  decided_by_kind: Nullable<ActorKind>
  decided_by_id: Nullable<string>
  decided_by_name: Nullable<string>
}

/** An event whose feedback was counted for a suggestion. Once that is decided, it is not counted again. */
interface NbdSuggestionEventTable {
  org_id: string
  suggestion_id: string
  event_id: string
}
