import webPush from 'web-push'
import type { OutboundHttp, Outcome } from '../../../../platform/outbound-http/outbound-http.js'
import type { Clock } from '../../../../platform/time/clock.js'
import type { PushDevice } from '../subscriptions/push-device.js'
import type { PushKey } from '../subscriptions/push-key.js'

/** What a browser is sent. Its push service sees none of it but the size. */
export interface PushMessage {
  readonly text: string
  /** How long the push service keeps it for a browser that is off, seconds. */
  readonly ttlSec: number
  /** What is sent under the same takes the place of what the browser has not fetched yet: 32 characters of base64url at most. */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
}

/** Who sends. */
export interface PushIdentity {
  readonly key: PushKey
  /** `mailto:` or https (RFC 8292, 2.1). */
  readonly contact: string
}

/** How long a push service may take to answer, milliseconds. */
const patienceMs = 15_000

/**
 * Seals a message for a browser (RFC 8291) and hands it to the browser's push service, through the client that reaches public
 * addresses alone. Never rejects for what the service or the network does.
 * @throws Error where keys or address are none for which a message can be sealed
 */
export async function sendPush(
  { outbound, clock }: { readonly outbound: OutboundHttp; readonly clock: Clock },
  identity: PushIdentity,
  { device, message }: { readonly device: PushDevice; readonly message: PushMessage },
  signal: AbortSignal,
): Promise<Outcome> {
  const { headers, body } = sealed(identity, device, message)
  const late = new AbortController()
  const cancel = clock.after(patienceMs, () => late.abort(new Error('the push service took too long')))
  try {
    return await outbound.post(device.endpoint, headers, body, AbortSignal.any([signal, late.signal]))
  } finally {
    cancel()
  }
}

/** The request, by the parts of `web-push` and not by the whole: that asks for a key of Google's where an address looks old. */
function sealed({ key, contact }: PushIdentity, { endpoint, keys }: PushDevice, message: PushMessage) {
  const { origin } = new URL(endpoint)
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, message.text, 'aes128gcm')
  const proof = webPush.getVapidHeaders(origin, contact, key.publicKey, key.privateKey, 'aes128gcm')
  return {
    headers: {
      ...proof,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(message.ttlSec),
      urgency: message.urgency,
      topic: message.topic,
    },
    body: cipherText,
  }
}
