import type { webhooks } from '../../../text/en/webhooks.js'
import { ownTextFiles } from '../../../text/use-own-text.js'

export type WebhooksText = typeof webhooks

export const useWebhooksText = ownTextFiles<WebhooksText>({
  en: async () => (await import('../../../text/en/webhooks.js')).webhooks,
  de: async () => (await import('../../../text/de/webhooks.js')).webhooks,
})
