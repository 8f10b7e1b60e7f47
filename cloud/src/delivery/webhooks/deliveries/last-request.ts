import type { WebhookRequest } from '@sightline/protocol'
import { toTimestamp } from '../../../platform/database/parsing.js'
import type { AttemptRow, DeliveryRow } from './delivery.repository.js'
import { DeliveryFacts, deliveryBody } from './delivery-body.js'
import { plainHeaders } from './sign-delivery.js'

/**
 * What an attempt sent, put together as it was then; its signatures are left out.
 * @param publicUrl where people reach the service, without a slash at the end
 * @returns null where the facts are not those of a delivery
 */
export function requestOf(
  delivery: DeliveryRow,
  attempt: Pick<AttemptRow, 'started_at'>,
  publicUrl: string,
): WebhookRequest | null {
  const facts = DeliveryFacts.safeParse(delivery.payload)
  if (!facts.success) return null
  const timestamp = toTimestamp(attempt.started_at)
  const headers = plainHeaders({
    webhookId: delivery.webhook_id,
    deliveryId: delivery.id,
    eventType: 'alert',
    timestamp,
  })
  const body = deliveryBody(facts.data, {
    webhookId: delivery.webhook_id,
    orgId: delivery.org_id,
    isTest: delivery.is_test,
    attemptedAt: timestamp,
    publicUrl,
  })
  return { headers, body }
}
