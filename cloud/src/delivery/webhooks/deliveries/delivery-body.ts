import type { AlertDeliveryData, WebhookEnvelope } from '@sightline/protocol'
import { AlertDeliveryData as AlertDeliveryDataSchema } from '@sightline/protocol'
import type { z } from 'zod'

/**
 * The facts of a delivery, kept in its row: everything of `data` that does not change between attempts and
 * does not depend on where the service is reached.
 */
export const DeliveryFacts = AlertDeliveryDataSchema.omit({ event_url: true, is_test: true }).extend({
  // Rows of releases before have none of these.
  action: AlertDeliveryDataSchema.shape.action.default('fired'),
  recovered_at: AlertDeliveryDataSchema.shape.recovered_at.default(null),
  late: AlertDeliveryDataSchema.shape.late.default(false),
  site_id: AlertDeliveryDataSchema.shape.site_id.default(null),
  site_name: AlertDeliveryDataSchema.shape.site_name.default(''),
  gateway_id: AlertDeliveryDataSchema.shape.gateway_id.default(null),
  gateway_name: AlertDeliveryDataSchema.shape.gateway_name.default(''),
})
export type DeliveryFacts = z.infer<typeof DeliveryFacts>

/** What surrounds the facts in one attempt. */
interface DeliveryFrame {
  readonly webhookId: string
  readonly orgId: string
  readonly isTest: boolean
  /** RFC 3339; the time of this attempt. */
  readonly attemptedAt: string
  /** Where people reach the service, without a slash at the end. */
  readonly publicUrl: string
}

/** The exact text of an attempt's body: what is signed and sent (interface: Delivery, both shapes in one). */
export function deliveryBody(facts: DeliveryFacts, frame: DeliveryFrame): string {
  const data: AlertDeliveryData = {
    ...facts,
    // The event of a system alert is the alert itself: there is no page of it.
    event_url: facts.event_id === facts.alert_id ? '' : `${frame.publicUrl}/events/${facts.event_id}`,
    is_test: frame.isTest,
  }
  const envelope: WebhookEnvelope = {
    webhook_id: frame.webhookId,
    event_type: 'alert',
    timestamp: frame.attemptedAt,
    delivered_at: frame.attemptedAt,
    org_id: frame.orgId,
    data,
  }
  return JSON.stringify(envelope)
}
