import { createHmac, timingSafeEqual } from 'node:crypto'

/** @param body the bytes of the request, before anything parses them */
export function isGenuine(
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
  secret: string,
): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(String(headers['x-webhook-signature']), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const { timestamp } = JSON.parse(body.toString())
  return Math.abs(Date.now() - Date.parse(timestamp)) < 5 * 60_000
}
