import { Secret, TOTP } from 'otpauth'

/** As every authenticator app understands it; most ignore any other choice. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const

const periodMs = form.period * 1000

/** Periods before and after the present one whose code is taken: clocks differ, and typing takes time. */
const tolerated = 1

/** Periods within which a code is looked for, to say that a clock is off: ten minutes each way. */
const recognised = 20

/** What a code is. */
export type CodeVerdict =
  | { readonly kind: 'right'; readonly period: number }
  /** Of this secret, but of another time; `aheadSec` is negative for a clock that is behind. */
  | { readonly kind: 'other_time'; readonly period: number; readonly aheadSec: number }
  | { readonly kind: 'wrong' }

/** A new secret: 160 random bits in base32, as RFC 4226 recommends. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from a QR code. @param account whose it is, such as an e-mail address */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ ...form, secret, issuer: 'Sightline', label: account }).toString()
}

/**
 * Holds a code against a secret (RFC 6238). That each is taken once is for the caller to see to, by the period.
 * @param secret base32
 * @param nowMs milliseconds since the epoch
 */
export function judgeCode(secret: string, typed: string, nowMs: number): CodeVerdict {
  const token = typed.replaceAll(/\s/g, '')
  // The library compares bytes, and throws where six characters are more of them.
  if (!/^[0-9]{6}$/.test(token)) return { kind: 'wrong' }
  const key = Secret.fromBase32(secret)
  const off = (window: number) => TOTP.validate({ ...form, secret: key, token, timestamp: nowMs, window })
  const now = Math.floor(nowMs / periodMs)
  const near = off(tolerated)
  if (near !== null) return { kind: 'right', period: now + near }
  const far = off(recognised)
  if (far === null) return { kind: 'wrong' }
  return { kind: 'other_time', period: now + far, aheadSec: far * form.period }
}
