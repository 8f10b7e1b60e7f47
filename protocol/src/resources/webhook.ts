import { z } from 'zod'
import { Id, Name, Timestamp } from './common.js'

/** Only `alert` has a publisher; the reserved types are refused (interface: Event types). */
export const WebhookEventType = z.literal('alert', {
  error: 'only the event type alert can be subscribed to',
})

const HttpsUrl = z.string().min(1).max(2048)

export const WebhookCreate = z.object({
  name: Name,
  url: HttpsUrl.describe('https only; public addresses only'),
  event_types: z.array(WebhookEventType).min(1).max(10),
  enabled: z.boolean().default(true),
})

export const Webhook = z
  .object({
    id: Id,
    name: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    enabled: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'Webhook' })

/** The answer that shows the signing secret, once. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' })

export const WebhookList = z.object({ data: z.array(Webhook), total: z.number().int().min(0) })

/** `POST /api/v1/webhooks/{id}/test` */
export const WebhookTestResult = z.object({
  delivery_id: Id,
  message: z.string(),
})

/** `data` of an alert delivery. What is known is never empty; what is not is null or an empty string. */
export const AlertDeliveryData = z.object({
  alert_id: Id,
  rule_id: Id.nullable(),
  rule_name: z.string(),
  camera_id: Id.nullable(),
  camera_name: z.string(),
  event_id: Id.describe('The key by which receivers drop repeats'),
  severity: z.string(),
  description: z.string(),
  confidence: z.number().nullable(),
  triggered_at: Timestamp,
  event_url: z.string(),
  is_test: z.boolean(),
})

/** The body of every delivery; the signature covers its bytes. */
export const WebhookEnvelope = z
  .object({
    webhook_id: Id,
    event_type: z.literal('alert'),
    timestamp: Timestamp,
    delivered_at: Timestamp,
    org_id: Id,
    data: AlertDeliveryData,
  })
  .meta({ id: 'WebhookEnvelope' })

export type Webhook = z.infer<typeof Webhook>
export type WebhookCreate = z.infer<typeof WebhookCreate>
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>
export type AlertDeliveryData = z.infer<typeof AlertDeliveryData>
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>
