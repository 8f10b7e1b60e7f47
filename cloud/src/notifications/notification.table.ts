import type { NotificationKind } from '@sightline/protocol'
import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
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
  /** Null for a test. */
  alert_id: Nullable<string>
  event_id: Nullable<string>
  created_at: InstantDefaultNow
  read_at: InstantOrNull
}

/**
 * A work row: one mail to one address. A `message` has its address and text; an `alert` and a `digest` name the user
 * and the rule, and are written when they are sent. `dedupe_key` makes a repeat of the cause harmless.
 */
export interface OutgoingMailTable extends WorkColumns<'pending' | 'sent' | 'failed' | 'dropped'> {
  org_id: string
  id: string
  purpose: Defaulted<'message' | 'alert' | 'digest'>
  user_id: Nullable<string>
  rule_id: Nullable<string>
  /** Of a digest: from here on it takes no more alerts. */
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
