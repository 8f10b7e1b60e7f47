import { textIn } from './api-error.js'
import { systemTiming, type Timing } from './platform/timing.js'

/** A delivery as it came. */
export interface ReceivedWebhook {
  /** The exact bytes of the body, or their text: what was parsed and written again has another signature. */
  readonly body: string | Uint8Array
  /** As `fetch` or `node:http` have them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** `secret` of the webhook, as it was shown once. */
  readonly secret: string
  /** How old a delivery may be, or how far ahead, seconds. Default 300. */
  readonly toleranceSec?: number
  readonly timing?: Pick<Timing, 'now'>
}

/** What a delivery says, and of which it is: `id` stays the same over its repeats. All of it is covered by the signature. */
export type VerifiedWebhook =
  | { readonly isGood: true; readonly id: string; readonly eventType: string; readonly payload: unknown }
  | { readonly isGood: false; readonly why: 'no_signature' | 'wrong_signature' | 'too_old' | 'no_json' }

/**
 * Holds a delivery against its signature, which covers its id and time as well (Standard Webhooks). For a day after the secret was
 * rotated, the one before is good too.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<VerifiedWebhook> {
  const { secret, toleranceSec = 300, timing = systemTiming } = received
  const header = headersOf(received.headers)
  const [id, seconds, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ]
  if (!id || !seconds || !signatures || !/^\d{1,12}$/.test(seconds)) return bad('no_signature')
  const body = typeof received.body === 'string' ? encode(received.body) : received.body
  if (!(await isSigned({ id, seconds, body }, signatures, secret))) return bad('wrong_signature')
  if (Math.abs(timing.now() / 1_000 - Number(seconds)) > toleranceSec) return bad('too_old')
  try {
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return { isGood: true, id, eventType: textIn(payload, 'event_type'), payload }
  } catch {
    return bad('no_json')
  }
}

const bad = (why: Extract<VerifiedWebhook, { isGood: false }>['why']): VerifiedWebhook => ({
  isGood: false,
  why,
})

const encode = (text: string) => new TextEncoder().encode(text)

function headersOf(headers: ReceivedWebhook['headers']): (name: string) => string | null {
  if (headers instanceof Headers) return (name) => headers.get(name)
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name)
    return (typeof value === 'string' ? value : value?.[0]) ?? null
  }
}

interface Signed {
  readonly id: string
  readonly seconds: string
  readonly body: Uint8Array
}

/** True if one of the signatures is that of the secret. `crypto.subtle` compares them in constant time. */
async function isSigned({ id, seconds, body }: Signed, signatures: string, secret: string): Promise<boolean> {
  const keyBytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!keyBytes || keyBytes.length === 0) return false
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const head = encode(`${id}.${seconds}.`)
  const message = new Uint8Array(head.length + body.length)
  message.set(head)
  message.set(body, head.length)
  for (const signature of signatures.split(' ').filter((one) => one.startsWith('v1,'))) {
    const bytes = bytesOf(signature.slice(3))
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, message))) return true
  }
  return false
}

/** What base64 stands for; null for what is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
