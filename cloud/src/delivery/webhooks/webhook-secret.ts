import { randomBytes } from 'node:crypto'
import type { SecretContext } from '../../platform/secrets/secret-box.js'

/** A new signing secret: `whsec_` and 256 random bits, as Standard Webhooks writes them. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Where a webhook's secret stands, the one before it as well. */
export function secretContext(orgId: string, webhookId: string): SecretContext {
  return { orgId, rowId: webhookId, field: 'webhook.secret' }
}
