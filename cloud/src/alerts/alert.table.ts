import type { Alert, AlertRule, AlertTimeline, EventCategory } from '@sightline/protocol'
import type { ActorKind } from '../platform/caller.js'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
  WorkColumns,
} from '../platform/database/columns.js'

export interface AlertRuleTable {
  org_id: string
  id: string
  name: string
  rule_kind: AlertRule['rule_kind']
  event_category: Nullable<EventCategory>
  trigger_topic_pattern: Nullable<string>
  source_filter: Nullable<NonNullable<AlertRule['source_filter']>>
  system_trigger: Nullable<NonNullable<AlertRule['system_trigger']>>
  custom_tags: Defaulted<string[]>
  min_confidence: Nullable<number>
  scope_type: Defaulted<AlertRule['scope_type']>
  site_ids: Defaulted<string[]>
  camera_ids: Defaulted<string[]>
  zones_filter: Defaulted<string[]>
  schedule_type: Defaulted<AlertRule['schedule_type']>
  cooldown_sec: Defaulted<number>
  aggregation_window_seconds: Defaulted<number>
  delay_seconds: Defaulted<number>
  /** Null: the organisation's. */
  notification_window_sec: Nullable<number>
  conditions_json: JsonDefaulted<Record<string, unknown>>
  severity: Defaulted<string>
  enabled: Defaulted<boolean>
  /** The compiled version that judges it after analysis; a rule with one is not fired at once. */
  compiled_version_id: Nullable<string>
  created_by_kind: ActorKind
  created_by_id: Nullable<string>
  created_by_name: string
  created_at: InstantDefaultNow
  updated_at: InstantDefaultNow
  deleted_at: InstantOrNull
}

/** In which state an organisation's rules are; kept by a trigger. */
export interface AlertRuleRevisionTable {
  org_id: string
  revision: string
}

export interface AlertRuleRecipientTable {
  org_id: string
  id: string
  rule_id: string
  user_id: string
  channels: Defaulted<string[]>
  created_at: InstantDefaultNow
}

/** When a rule last fired for a camera, or for the gateway of a system alert. Locked while it decides. */
export interface AlertRuleCooldownTable {
  org_id: string
  rule_id: string
  subject_id: string
  last_fired_at: Instant
}

export interface AlertTable {
  org_id: string
  id: string
  rule_id: string
  /** The rule's name when it fired. */
  rule_name: string
  /** Null for a system alert. */
  event_id: Nullable<string>
  /** Null for the alert of a gateway. */
  camera_id: Nullable<string>
  gateway_id: Nullable<string>
  /** The site at trigger time. */
  site_id: string
  status: Defaulted<Alert['status']>
  severity: Defaulted<string>
  /** What it is about, as known when it fired (`no-big-deal/kind.ts`); null for a system alert. */
  kind: Nullable<string>
  description: Defaulted<string>
  confidence: Nullable<number>
  late: Defaulted<boolean>
  /** True while the camera or the gateway of a system alert is down. */
  outage_lasts: Defaulted<boolean>
  triggered_at: Instant
  fired_at: InstantDefaultNow
  acknowledged_at: InstantOrNull
  acknowledged_by_kind: Nullable<ActorKind>
  acknowledged_by_id: Nullable<string>
  acknowledged_by_name: Nullable<string>
  resolved_at: InstantOrNull
}

export interface AlertTimelineTable {
  org_id: string
  id: string
  alert_id: string
  at: InstantDefaultNow
  action: AlertTimeline['entries'][number]['action']
  to_status: Nullable<Alert['status']>
  actor_kind: ActorKind
  actor_id: Nullable<string>
  actor_name: string
}

/**
 * A work row for each camera and gateway that has been on line. Triggers write it with every change of their status
 * (migration 0010); pending means that it is to be looked at.
 */
export interface OutageWatchTable extends WorkColumns<'pending' | 'settled'> {
  org_id: string
  /** The camera's or the gateway's. */
  id: string
  kind: 'camera' | 'gateway'
  /** When it last came on line. */
  up_since: InstantOrNull
  /** Null while it is on line, disabled or deleted. */
  down_since: InstantOrNull
}
