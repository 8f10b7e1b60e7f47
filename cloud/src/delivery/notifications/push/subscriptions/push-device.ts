import { createECDH, createHash } from 'node:crypto'
import { z } from 'zod'
import type { SecretBox, SecretContext } from '../../../../platform/secrets/secret-box.js'
import type { PushSubscriptionRow } from './push-subscription.repository.js'

/** Where a browser takes messages, and by which keys they are sealed for it (RFC 8030, RFC 8291). */
export const PushDevice = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})
export type PushDevice = z.infer<typeof PushDevice>

/** One browser has one endpoint, however often it is told. */
export const hashOfEndpoint = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest()

/** Whether bytes in base64url are a point of P-256: what is none cannot be sealed for. */
export function isPointOfP256(p256dh: string): boolean {
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

export const deviceContext = (orgId: string, rowId: string): SecretContext => ({
  orgId,
  rowId,
  field: 'push_subscriptions.secret',
})

/** @throws SecretError if the master key that sealed it is gone */
export function openDevice(
  secretBox: SecretBox,
  { org_id: orgId, id, secret: bytes, secret_key_id: keyId }: PushSubscriptionRow,
): PushDevice {
  return PushDevice.parse(JSON.parse(secretBox.open({ bytes, keyId }, deviceContext(orgId, id))))
}
