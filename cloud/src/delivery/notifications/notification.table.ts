import type { DecisionOutcome, NotificationKind, SettingOrigin } from '@sightline/protocol'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    notifications: NotificationTable
    outgoing_mail_alerts: OutgoingMailAlertTable
    notification_groups: NotificationGroupTable
    notification_decisions: NotificationDecisionTable
  }
}

/** An entry of a user's in-app inbox. */
export interface NotificationTable {
  org_id: string
  id: string
  user_id: string
  kind: NotificationKind
  title: string
  body: Defaulted<string>
  /** The first that it is about; null for a test. */
  alert_id: Nullable<string>
  event_id: Nullable<string>
  created_at: InstantDefaultNow
  read_at: InstantOrNull
  /** The group whose alerts it is about: one entry a person. Null for a test. */
  group_id: Nullable<string>
  alert_count: Defaulted<number>
  /** When a further alert of the group was added. */
  updated_at: InstantOrNull
}

/** An alert that a mail is about. */
interface OutgoingMailAlertTable {
  org_id: string
  mail_id: string
  alert_id: string
}

/** An alert as its group remembers it for the digest. */
export interface GroupedAlert {
  /** When its event happened, or the outage began: RFC 3339. */
  readonly at: string
  readonly description: string
}

/**
 * Alerts of one rule, one camera or gateway and one site that are notified of together: those that come within
 * `window_sec` after the first was sent.
 */
export interface NotificationGroupTable {
  org_id: string
  id: string
  rule_id: string
  /** Names are those of the time when it was opened. */
  rule_name: string
  /** The camera, or the gateway of a system alert. */
  subject_id: string
  camera_id: string | null
  camera_name: string | null
  gateway_id: string | null
  gateway_name: string | null
  site_id: string
  site_name: string
  /** Late alerts have groups of their own, so that none of them makes a live one wait. */
  late: boolean
  window_sec: number
  window_origin: 'organisation' | 'rule'
  /** The newest of its key; false if the window is 0. It takes alerts while `closes_at` is ahead. */
  is_current: boolean
  opened_at: InstantDefaultNow
  closes_at: Instant
  alert_count: Defaulted<number>
  first_alert_at: InstantOrNull
  last_alert_at: InstantOrNull
  /** The newest ten, in the order in which they came. */
  latest: JsonDefaulted<GroupedAlert[]>
}

/** What became of notifying one person of one alert by one channel, and which setting decided. */
export interface NotificationDecisionTable {
  org_id: string
  id: string
  group_id: string
  /** Null for what No-Big-Deal held back. */
  alert_id: string | null
  /** Only where there is no alert that knows it. */
  event_id: string | null
  /** Null where it is about everybody. It refers to no row: accounts go, history stays. */
  user_id: string | null
  user_name: string | null
  channel: 'in_app' | 'email' | 'push' | null
  outcome: DecisionOutcome
  reason: string
  setting_name: string
  setting_value: JsonDefaulted<unknown>
  setting_origin: SettingOrigin
  /** The mail that is about it, until retention removes that. */
  mail_id: string | null
  /** The message to browsers that is about it, likewise. */
  push_id: string | null
  decided_at: InstantDefaultNow
  told_at: InstantOrNull
}
