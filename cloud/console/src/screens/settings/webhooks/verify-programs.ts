/** Programs that tell a delivery of ours from one of somebody else. They are those of test/receivers, which are tried there. */
export const verifyPrograms = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto'

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
}`,
  Python: `import hashlib
import hmac
import json
from datetime import datetime, timedelta, timezone


def is_genuine(body: bytes, headers: dict[str, str], secret: str) -> bool:
    """body: the bytes of the request, before anything parses them; headers: names in lower case"""
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    given = headers.get("x-webhook-signature", "")
    if not hmac.compare_digest(given.encode(), expected.encode()):
        return False
    sent = datetime.fromisoformat(json.loads(body)["timestamp"].replace("Z", "+00:00"))
    return abs(datetime.now(timezone.utc) - sent) < timedelta(minutes=5)`,
} as const
