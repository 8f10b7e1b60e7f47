import { z } from 'zod'
import { Id, Name, PageQuery, page, pageWhenAsked, since, Timestamp } from './common.js'

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
  disabled_at: Timestamp.nullable()
    .describe('When the service disabled it; null if it did not, or before this was noted')
    .meta(since('v1.4')),
  secret_since: Timestamp.nullable()
    .describe('When its secret was made; null: before this was noted')
    .meta(since('v1.4')),
}).meta({ id: 'WebhookDetail' })

export const WebhookList = pageWhenAsked(WebhookDetail)

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
    rule_name: z.string().describe('Of the alert; empty if nobody knows').meta(since('v1.4')),
    camera_name: z.string().describe('Of the alert; empty for the outage of a gateway').meta(since('v1.4')),
    redeliveries: z.number().int().min(0).describe('How often it was sent anew by request'),
    created_at: Timestamp,
    next_attempt_at: Timestamp.nullable().describe('Null once it is delivered or given up'),
    finished_at: Timestamp.nullable(),
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookDelivery' })

/** What an attempt sent, but for the signatures: those are known to whoever has the secret. */
export const WebhookRequest = z
  .object({
    headers: z
      .record(z.string(), z.string())
      .describe('Without `x-webhook-signature` and `webhook-signature`'),
    body: z.string().describe('The text that was signed and sent'),
  })
  .meta({ id: 'WebhookRequest' })

/** A delivery with what its last attempt sent. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({
  last_request: WebhookRequest.nullable()
    .describe('What the last attempt sent; null before the first, or where it could not be put together')
    .meta(since('v1.4')),
}).meta({ id: 'WebhookDeliveryDetail' })

/** The answer of `POST /api/v1/webhooks/{id}/redeliver-failed`. */
export const WebhookFailedRedelivered = z
  .object({
    redelivered: z
      .number()
      .int()
      .min(0)
      .describe('How many are on their way again, the oldest first; 1,000 at most'),
    left: z.number().int().min(0).describe('How many are still given up'),
  })
  .meta({ id: 'WebhookFailedRedelivered' })

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
  event_id: Id.describe(
    'The key by which receivers drop repeats: one notice of an event, whatever the number of its rules. For one of each ' +
      'alert take alert_id with action, or the header webhook-id. Of a system alert it is the alert itself',
  ),
  severity: z.string(),
  description: z.string(),
  confidence: z.number().nullable(),
  triggered_at: Timestamp,
  event_url: z.string().describe('Empty for a system alert, which has no event'),
  is_test: z.boolean(),
  action: z
    .enum(['fired', 'recovered'])
    .describe('recovered: what a system alert told of is over; it comes once, with the ids of that alert')
    .meta(since('v1.3')),
  recovered_at: Timestamp.nullable().describe('When it was over').meta(since('v1.3')),
  late: z
    .boolean()
    .describe('The event reached the service more than 15 minutes after it happened')
    .meta(since('v1.3')),
  site_id: Id.nullable().describe('The site at trigger time').meta(since('v1.3')),
  site_name: z.string().meta(since('v1.3')),
  gateway_id: Id.nullable()
    .describe('The gateway that is off line, or that of the camera; null in direct mode')
    .meta(since('v1.3')),
  gateway_name: z.string().meta(since('v1.3')),
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
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>
export type WebhookFailedRedelivered = z.infer<typeof WebhookFailedRedelivered>
export type WebhookRequest = z.infer<typeof WebhookRequest>
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>
export type WebhookDetail = z.infer<typeof WebhookDetail>
export type WebhookPatch = z.infer<typeof WebhookPatch>
export type WebhookSecretRotation = z.infer<typeof WebhookSecretRotation>
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>
export type AlertDeliveryData = z.infer<typeof AlertDeliveryData>
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>
