import type { EventCategory, FeedbackVerdict } from '@sightline/protocol'
import type { Instant, Nullable } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    event_feedback: EventFeedbackTable
  }
}

/** What one person or key says of an event, or of a rule that fired for it. Once each; said again, it replaces. */
export interface EventFeedbackTable {
  org_id: string
  id: string
  event_id: string
  /** Null: said of the event alone. */
  rule_id: Nullable<string>
  alert_id: Nullable<string>
  verdict: FeedbackVerdict
  comment: Nullable<string>
  /** The event's, kept here so that what is learned is counted without the events. */
  camera_id: string
  event_category: EventCategory
  given_by_kind: 'user' | 'service_account'
  given_by_id: string
  given_by_name: string
  given_at: Instant
  changed_at: Instant
}
