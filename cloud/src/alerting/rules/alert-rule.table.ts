import type { AlertRule, EventCategory, Severity } from '@sightline/protocol'
import type { Selectable } from 'kysely'
import type { ActorKind } from '../../platform/caller.js'
import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    alert_rules: AlertRuleTable
    alert_rule_revisions: AlertRuleRevisionTable
    alert_rule_recipients: AlertRuleRecipientTable
  }
}

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
  severity: Defaulted<Severity>
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
interface AlertRuleRevisionTable {
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

export type AlertRuleRow = Selectable<AlertRuleTable>
