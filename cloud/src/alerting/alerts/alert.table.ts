import type { Alert, AlertTimeline } from '@sightline/protocol'
import type { Selectable } from 'kysely'
import type { ActorKind } from '../../platform/caller.js'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    alert_rule_cooldowns: AlertRuleCooldownTable
    alerts: AlertTable
    alert_timeline: AlertTimelineTable
  }
}

/** When a rule last fired for a camera, or for the gateway of a system alert. Locked while it decides. */
interface AlertRuleCooldownTable {
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
  /** What it is about, as known when it fired (`alertKind`); null for a system alert. */
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

export type AlertRow = Selectable<AlertTable>
