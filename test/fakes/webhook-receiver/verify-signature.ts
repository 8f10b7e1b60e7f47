import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** How far from now a delivery's time may be, milliseconds (interface: Delivery). */
const toleranceMs = 5 * 60 * 1000

/** What a careful receiver finds wrong with a delivery, or null. Written from the interface page alone. */
export function whatIsWrong(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
  now: number,
): string | null {
  const timestamp = String(headers['x-webhook-timestamp'] ?? '')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(timestamp)) return 'no RFC 3339 UTC timestamp'
  if (Math.abs(now - Date.parse(timestamp)) > toleranceMs) return 'older than five minutes'
  const signature = String(headers['x-webhook-signature'] ?? '')
  if (!same(signature, createHmac('sha256', secret).update(body).digest('hex'))) return 'wrong signature'
  return standardWebhooksFault(headers, body, secret)
}

/** The same by the Standard Webhooks specification. */
function standardWebhooksFault(headers: IncomingHttpHeaders, body: Buffer, secret: string): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(seconds)}.`)
    .update(body)
    .digest('base64')
  const given = String(signatures ?? '').split(' ')
  return given.some((one) => same(one, `v1,${expected}`)) ? null : 'wrong Standard Webhooks signature'
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
