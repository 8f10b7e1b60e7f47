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
  kind: string
  title: string
  body: Defaulted<string>
  alert_id: Nullable<string>
  event_id: Nullable<string>
  created_at: InstantDefaultNow
  read_at: InstantOrNull
}

/** A work row: one mail to one address. `dedupe_key` makes a repeat of its cause harmless. */
export interface OutgoingMailTable extends WorkColumns<'pending' | 'sent' | 'failed'> {
  org_id: string
  id: string
  recipient: string
  subject: string
  body_text: string
  dedupe_key: Nullable<string>
  last_error: Nullable<string>
  created_at: InstantDefaultNow
  finished_at: InstantOrNull
}
