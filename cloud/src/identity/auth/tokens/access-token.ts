import type { Role } from '@sightline/protocol'
import { Role as RoleSchema } from '@sightline/protocol'
import { jwtVerify, SignJWT } from 'jose'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'

/** How long an access token is good for, seconds. */
export const accessTokenSec = 15 * 60

const algorithm = 'HS256'
const issuer = 'sightline'
const audience = 'sightline-api'
const type = 'at+jwt'

/** What an access token says. The session is checked with each request, so that its end acts at once. */
export interface AccessClaims {
  readonly orgId: string
  readonly userId: string
  readonly sessionId: string
  readonly role: Role
}

/** What a verified token says. */
export interface VerifiedClaims extends AccessClaims {
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number
}

/** A key that signs, under the id by which a token names it. */
interface TokenKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** @param now milliseconds since the epoch */
export async function signAccessToken(claims: AccessClaims, key: TokenKey, now: number): Promise<string> {
  const issued = Math.floor(now / 1000)
  return (
    new SignJWT({ org: claims.orgId, sid: claims.sessionId, role: claims.role })
      .setProtectedHeader({ alg: algorithm, typ: type, kid: key.id })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(claims.userId)
      // Two tokens of one second are two tokens.
      .setJti(uuidv7())
      .setIssuedAt(issued)
      .setExpirationTime(issued + accessTokenSec)
      .sign(key.bytes)
  )
}

const Payload = z.object({ sub: z.uuid(), org: z.uuid(), sid: z.uuid(), role: RoleSchema, exp: z.number() })

/**
 * The claims of a token that one of the service's keys signed, is meant for this service, and is not expired;
 * else null.
 * @param keyById the key of that id, or undefined
 */
export async function verifyAccessToken(
  token: string,
  keyById: (id: string) => Uint8Array | undefined,
  now: number,
): Promise<VerifiedClaims | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => requireKey(keyById(kid ?? '')), {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience,
      currentDate: new Date(now),
    })
    const claims = Payload.parse(payload)
    const { org: orgId, sub: userId, sid: sessionId, role, exp } = claims
    return { orgId, userId, sessionId, role, expiresAtMs: exp * 1000 }
  } catch {
    return null
  }
}

function requireKey(key: Uint8Array | undefined): Uint8Array {
  if (!key) throw new Error('no such key')
  return key
}
