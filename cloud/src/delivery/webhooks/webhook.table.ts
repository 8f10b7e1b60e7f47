import type { ActorKind } from '../../platform/caller.js'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  Json,
  Leased,
  Nullable,
  WorkColumns,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    webhooks: WebhookTable
    webhook_deliveries: WebhookDeliveryTable
    webhook_attempts: WebhookAttemptTable
  }

  interface WorkerTables {
    webhook_deliveries: Leased<WebhookDeliveryTable> & Pick<WebhookDeliveryTable, 'webhook_id'>
  }
}

export interface WebhookTable {
  org_id: string
  id: string
  name: string
  url: string
  event_types: string[]
  enabled: Defaulted<boolean>
  disabled_reason: Nullable<string>
  /** With the reason; null also for one that was disabled before this was noted. */
  disabled_at: InstantOrNull
  consecutive_failures: Defaulted<number>
  /** Sealed by `platform/secrets/secret-box.ts`. */
  secret: Buffer
  secret_key_id: string
  /** When it was made; null: before this was noted. */
  secret_since: Defaulted<Date | null>
  /** Still signs beside the new one until `previous_secret_until`. */
  previous_secret: Nullable<Buffer>
  previous_secret_key_id: Nullable<string>
  previous_secret_until: InstantOrNull
  created_by_kind: ActorKind
  created_by_id: Nullable<string>
  created_by_name: string
  created_at: InstantDefaultNow
  deleted_at: InstantOrNull
}

/** A work row. `payload` holds the facts; the body of an attempt is made when it is sent. */
export interface WebhookDeliveryTable extends WorkColumns<'pending' | 'delivered' | 'failed'> {
  org_id: string
  id: string
  webhook_id: string
  event_type: string
  /** Null for a test delivery. */
  alert_id: Nullable<string>
  payload: Json<Record<string, unknown>>
  is_test: Defaulted<boolean>
  /** How often it was sent anew by request. Such a round never counts towards disabling the webhook. */
  redeliveries: Defaulted<number>
  /** Attempts of earlier rounds; the schedule of repeats begins after them. */
  attempts_before: Defaulted<number>
  created_at: InstantDefaultNow
  finished_at: InstantOrNull
}

export interface WebhookAttemptTable {
  org_id: string
  id: string
  delivery_id: string
  /** From 1. */
  number: number
  started_at: Instant
  duration_ms: number
  status_code: Nullable<number>
  error: Nullable<string>
  response_excerpt: Nullable<string>
}
