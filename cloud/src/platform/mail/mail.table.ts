import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  Leased,
  Nullable,
  WorkColumns,
} from '../database/columns.js'

declare module '../database/tables.js' {
  interface TenantTables {
    outgoing_mail: OutgoingMailTable
  }
  interface WorkerTables {
    outgoing_mail: Leased<OutgoingMailTable>
  }
}

/**
 * A work row: one mail to one address. A `message` has its address and text; the others name the user and the rule, and
 * are written when they are sent: an `alert` is about one, a `digest` about late ones, a `group_digest` about those that
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
