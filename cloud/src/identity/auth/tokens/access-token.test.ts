import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { type AccessClaims, accessTokenSec, signAccessToken, verifyAccessToken } from './access-token.js'

const key = { id: 'k1', bytes: randomBytes(32) }
const keyById = (id: string) => (id === key.id ? key.bytes : undefined)
const now = Date.UTC(2026, 0, 1)
const claims: AccessClaims = {
  orgId: randomUUID(),
  userId: randomUUID(),
  sessionId: randomUUID(),
  role: 'operator',
}

interface Wrong {
  header?: { typ?: string; kid?: string }
  claims?: { iss?: string; aud?: string; sub?: string }
  signWith?: Uint8Array
}

/** A token that is right but for what `wrong` says. */
function forged(wrong: Wrong = {}): Promise<string> {
  const issued = Math.floor(now / 1000)
  const right = { iss: 'sightline', aud: 'sightline-api', sub: claims.userId, iat: issued, exp: issued + 60 }
  return new SignJWT({
    org: claims.orgId,
    sid: claims.sessionId,
    role: claims.role,
    ...right,
    ...wrong.claims,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.id, ...wrong.header })
    .sign(wrong.signWith ?? key.bytes)
}

describe('verifyAccessToken', () => {
  it('gives back what was signed', async () => {
    const token = await signAccessToken(claims, key, now)
    expect(await verifyAccessToken(token, keyById, now)).toMatchObject(claims)
    expect(await verifyAccessToken(await forged(), keyById, now)).toMatchObject(claims)
  })

  it('refuses a token once its time is over', async () => {
    const token = await signAccessToken(claims, key, now)
    expect(await verifyAccessToken(token, keyById, now + (accessTokenSec - 1) * 1000)).not.toBeNull()
    expect(await verifyAccessToken(token, keyById, now + (accessTokenSec + 1) * 1000)).toBeNull()
  })

  const wrongs: [string, Wrong][] = [
    ['of another issuer', { claims: { iss: 'other' } }],
    ['for another audience', { claims: { aud: 'media' } }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['by an unknown key', { header: { kid: 'k2' } }],
    ['for no user', { claims: { sub: 'root' } }],
  ]
  it.each(wrongs)('refuses a token %s', async (_, wrong) => {
    expect(await verifyAccessToken(await forged(wrong), keyById, now)).toBeNull()
  })

  it('refuses a wrong signature, no signature, and what is no token', async () => {
    expect(await verifyAccessToken(await forged({ signWith: randomBytes(32) }), keyById, now)).toBeNull()
    const [, payload] = (await forged()).split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'k1' })).toString('base64url')
    expect(await verifyAccessToken(`${none}.${payload}.`, keyById, now)).toBeNull()
    expect(await verifyAccessToken('', keyById, now)).toBeNull()
  })
})
