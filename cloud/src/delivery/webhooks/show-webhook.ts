import type { Webhook, WebhookDetail } from '@sightline/protocol'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import type { WebhookRow } from './webhook.repository.js'

/** As the answer to its creation shows it. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    event_types: row.event_types,
    enabled: row.enabled,
    created_at: toTimestamp(row.created_at),
  }
}

export function toWebhookDetail(row: WebhookRow): WebhookDetail {
  return {
    ...toWebhook(row),
    disabled_reason: row.disabled_reason,
    consecutive_failures: row.consecutive_failures,
    previous_secret_until: toTimestampOrNull(row.previous_secret_until),
    disabled_at: toTimestampOrNull(row.disabled_at),
    secret_since: toTimestampOrNull(row.secret_since),
  }
}
