import { createHmac, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'

const TokenClaims = z.looseObject({ iss: z.string(), sub: z.string(), exp: z.number(), iat: z.number() })

/** What an ID token says. */
export type TokenClaims = z.infer<typeof TokenClaims>

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The claims of a JWT, unverified. */
export function readToken(token: string): TokenClaims {
  const [, payload = ''] = token.split('.')
  return TokenClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

/** A JWT signed by RS256. */
export function writeToken(claims: TokenClaims, { key, kid }: { key: KeyObject; kid: string }): string {
  const signed = `${encoded({ alg: 'RS256', kid })}.${encoded(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

/** A JWT of the algorithm none. */
export const unsignedToken = (claims: TokenClaims): string =>
  `${encoded({ alg: 'none' })}.${encoded(claims)}.`

/** A JWT signed by HS256, with a secret that whoever verifies it knows as well. */
export function secretToken(claims: TokenClaims, secret: string): string {
  const signed = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
