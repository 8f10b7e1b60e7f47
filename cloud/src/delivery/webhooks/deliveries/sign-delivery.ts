import { createHmac } from 'node:crypto'

/** The parts of a delivery that its headers name. */
interface Delivery {
  readonly webhookId: string
  /** Constant over the attempts of one delivery. */
  readonly deliveryId: string
  readonly eventType: 'alert'
  /** RFC 3339; the time of this attempt, as in the body. */
  readonly timestamp: string
  /** The exact bytes that are sent. */
  readonly body: string
}

/** Secrets that sign: the current one and, for a day after a rotation, the one before. */
export interface SigningSecrets {
  readonly current: string
  readonly previous: string | null
}

/**
 * The headers of a delivery: those of the interface, and those of Standard Webhooks
 * (standardwebhooks.com, "Webhook Headers"), whose signature covers id and time as well.
 */
export function deliveryHeaders(delivery: Delivery, secrets: SigningSecrets): Record<string, string> {
  const signed = `${delivery.deliveryId}.${secondsOf(delivery)}.${delivery.body}`
  const signatures = [secrets.current, secrets.previous]
    .filter((secret) => secret !== null)
    .map((secret) => `v1,${hmac(keyOf(secret), signed).digest('base64')}`)
  return {
    ...plainHeaders(delivery),
    'x-webhook-signature': hmac(secrets.current, delivery.body).digest('hex'),
    'webhook-signature': signatures.join(' '),
  }
}

/** The headers that do not depend on the secret. */
export function plainHeaders(delivery: Omit<Delivery, 'body'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Sightline-Webhooks/1',
    'x-webhook-id': delivery.webhookId,
    'x-webhook-timestamp': delivery.timestamp,
    'x-webhook-event': delivery.eventType,
    'webhook-id': delivery.deliveryId,
    'webhook-timestamp': secondsOf(delivery),
  }
}

const secondsOf = ({ timestamp }: Pick<Delivery, 'timestamp'>): string =>
  String(Math.floor(Date.parse(timestamp) / 1000))

/** Secrets are shown as `whsec_` and base64; Standard Webhooks signs with the bytes behind that. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text)
}
