import { randomBytes } from 'node:crypto'
import type { SecretPlace } from '../platform/secret-box.js'

/** A new signing secret: `whsec_` and 256 random bits, as Standard Webhooks writes them. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Where a webhook's secret stands, the one before it as well. */
export function secretPlace(orgId: string, webhookId: string): SecretPlace {
  return { orgId, rowId: webhookId, field: 'webhook.secret' }
}
