import type { DecisionOutcome, NotificationKind, SettingOrigin } from '@sightline/protocol'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
  WorkColumns,
} from '../platform/database/columns.js'

/** An entry of a user's in-app inbox. */
export interface NotificationTable {
  org_id: string
  id: string
  user_id: string
  kind: NotificationKind
  title: string
  body: Defaulted<string>
  /** The first that it tells of; null for a test. */
  alert_id: Nullable<string>
  event_id: Nullable<string>
  created_at: InstantDefaultNow
  read_at: InstantOrNull
  /** The group whose alerts it tells of: one entry a person. Null for a test. */
  group_id: Nullable<string>
  alert_count: Defaulted<number>
  /** When a further alert of the group was added. */
  updated_at: InstantOrNull
}

/**
 * A work row: one mail to one address. A `message` has its address and text; the others name the user and the rule, and
 * are written when they are sent: an `alert` tells of one, a `digest` of late ones, a `group_digest` of those that
 * followed the first of a group. `dedupe_key` makes a repeat of the cause harmless.
 */
export interface OutgoingMailTable extends WorkColumns<'pending' | 'sent' | 'failed' | 'dropped'> {
  org_id: string
  id: string
  purpose: Defaulted<'message' | 'alert' | 'digest' | 'group_digest'>
  user_id: Nullable<string>
  rule_id: Nullable<string>
  /** Of a `group_digest`. */
  group_id: Nullable<string>
  /** Of a digest of either kind: from here on it takes no more alerts. */
  sealed_at: InstantOrNull
  recipient: Nullable<string>
  subject: Nullable<string>
  /** Empty where the text is sealed, and once the mail has ended. */
  body_text: Nullable<string>
  /** Sealed by the secret box, field `outgoing_mail.sealed_text`: a text with a link by which somebody gets in. */
  sealed_text: Nullable<Buffer>
  sealed_text_key_id: Nullable<string>
  dedupe_key: Nullable<string>
  last_error: Nullable<string>
  created_at: InstantDefaultNow
  finished_at: InstantOrNull
}

/** An alert that a mail tells of. */
export interface OutgoingMailAlertTable {
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
 * Alerts of one rule, one camera or gateway and one site that are told of together: those that come within
 * `window_sec` after the first was told of.
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

/** What became of telling one person of one alert by one channel, and which setting decided. */
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
  channel: 'in_app' | 'email' | null
  outcome: DecisionOutcome
  reason: string
  setting_name: string
  setting_value: JsonDefaulted<unknown>
  setting_origin: SettingOrigin
  /** The mail that tells of it, until retention removes that. */
  mail_id: string | null
  decided_at: InstantDefaultNow
  told_at: InstantOrNull
}
