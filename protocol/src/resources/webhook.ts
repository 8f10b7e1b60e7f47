import { z } from 'zod'
import { Id, Name, PageQuery, page, Timestamp } from './common.js'

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
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('`whsec_` and base64 text; shown this once'),
}).meta({ id: 'WebhookWithSecret' })

/** A webhook with how its deliveries went. */
export const WebhookDetail = Webhook.extend({
  disabled_reason: z.string().nullable().describe('Why the service disabled it; null if it did not'),
  consecutive_failures: z.number().int().min(0).describe('Deliveries given up in a row'),
  previous_secret_until: Timestamp.nullable().describe('Until then the secret before signs as well'),
}).meta({ id: 'WebhookDetail' })

export const WebhookList = z.object({ data: z.array(WebhookDetail), total: z.number().int().min(0) })

/** Body of `PATCH /api/v1/webhooks/{id}`: any subset. Enabling forgets the failures before. */
export const WebhookPatch = z
  .object({
    name: WebhookCreate.shape.name,
    url: WebhookCreate.shape.url,
    event_types: WebhookCreate.shape.event_types,
    enabled: z.boolean(),
  })
  .partial()

/** The answer of `POST /api/v1/webhooks/{id}/rotate-secret`. */
export const WebhookSecretRotation = WebhookDetail.extend({
  secret: WebhookWithSecret.shape.secret,
}).meta({ id: 'WebhookSecretRotation' })

export const WebhookDeliveryStatus = z.enum(['pending', 'delivered', 'failed'])

/** One try of a delivery. */
export const WebhookAttempt = z.object({
  number: z.number().int().min(1).describe('Counted over all tries of the delivery'),
  started_at: Timestamp,
  duration_ms: z.number().int().min(0),
  status_code: z.number().int().nullable().describe('What the receiver answered; null without an answer'),
  response_excerpt: z.string().nullable().describe('The beginning of the answer, at most 1024 characters'),
  error: z.string().nullable().describe('Why there is no answer'),
})

/** One alert, or a test, on its way to one webhook. */
export const WebhookDelivery = z
  .object({
    id: Id.describe('Equal to the header `webhook-id` of its attempts'),
    webhook_id: Id,
    event_type: z.string(),
    status: WebhookDeliveryStatus,
    is_test: z.boolean(),
    alert_id: Id.nullable(),
    event_id: Id.describe('`data.event_id` of the body'),
    redeliveries: z.number().int().min(0).describe('How often it was sent anew by request'),
    created_at: Timestamp,
    next_attempt_at: Timestamp.nullable().describe('Null once it is delivered or given up'),
    finished_at: Timestamp.nullable(),
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookDelivery' })

export const WebhookDeliveryQuery = PageQuery.extend({ status: WebhookDeliveryStatus.optional() })
export const WebhookDeliveryPage = page(WebhookDelivery)

/** Path parameters of a route about one delivery. */
export const ByWebhookDelivery = z.object({ id: Id, deliveryId: Id })

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
  event_url: z.string().describe('Empty for a system alert, which has no event'),
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
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>
export type WebhookDetail = z.infer<typeof WebhookDetail>
export type WebhookPatch = z.infer<typeof WebhookPatch>
export type WebhookSecretRotation = z.infer<typeof WebhookSecretRotation>
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>
export type AlertDeliveryData = z.infer<typeof AlertDeliveryData>
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>
