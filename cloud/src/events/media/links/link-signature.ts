import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyPurpose, KeyRing } from '../../../platform/secrets/keys.js'

/** What a link admits: nothing else can be reached with its signature. */
interface SignedFacts {
  readonly orgId: string
  /** The object, or the part of an upload. */
  readonly object: string
  /** Seconds since the epoch. */
  readonly expires: number
  /** To whom the link was given; absent where it is for anybody. */
  readonly holder?: string | undefined
}

/** HMAC-SHA256 over organisation, object, expiry and holder, 43 characters. */
export function signLink(keys: KeyRing, purpose: KeyPurpose, facts: SignedFacts): string {
  return macOf(keys.current(purpose).bytes, facts).toString('base64url')
}

/**
 * - `forged`: not signed by us for exactly this.
 * - `expired`: signed by us, but its time is over.
 */
export type LinkVerdict = 'valid' | 'expired' | 'forged'

export function judgeLink(
  keys: KeyRing,
  purpose: KeyPurpose,
  { signature, ...facts }: SignedFacts & { readonly signature: string },
  nowMs: number,
): LinkVerdict {
  const given = Buffer.from(signature, 'base64url')
  const genuine = keys.all(purpose).some(({ bytes }) => {
    const mac = macOf(bytes, facts)
    return mac.length === given.length && timingSafeEqual(mac, given)
  })
  if (!genuine) return 'forged'
  return nowMs < facts.expires * 1000 ? 'valid' : 'expired'
}

function macOf(key: Buffer, { orgId, object, expires, holder }: SignedFacts): Buffer {
  const facts = [orgId, object, expires, ...(holder === undefined ? [] : [holder])]
  return createHmac('sha256', key).update(facts.join('\n')).digest()
}
