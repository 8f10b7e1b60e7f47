import { randomBytes, randomUUID } from 'node:crypto'
import { otherLetter } from '@sightline/protocol/testing'
import { expect, it } from 'vitest'
import { accessTokenSec, signAccessToken } from './access-token.js'
import { VerifiedTokens } from './verified-tokens.js'

const key = { id: 'k1', bytes: randomBytes(32) }
const claims = {
  orgId: randomUUID(),
  userId: randomUUID(),
  sessionId: randomUUID(),
  role: 'viewer',
} as const
const now = Date.UTC(2026, 0, 1)

/** The service's keys, and how often one was asked for. */
function keys() {
  const asked: string[] = []
  const held = new Map([[key.id, key.bytes]])
  const byId = (id: string) => {
    asked.push(id)
    return held.get(id)
  }
  return { asked, held, byId }
}

it('verifies a token once in a minute', async () => {
  const tokens = new VerifiedTokens()
  const { asked, byId } = keys()
  const token = await signAccessToken(claims, key, now)
  for (const atMs of [0, 10, 59_000]) {
    expect(await tokens.claimsOf(token, byId, now + atMs)).toMatchObject(claims)
  }
  expect(asked).toHaveLength(1)
  expect(await tokens.claimsOf(token, byId, now + 60_000)).toMatchObject(claims)
  expect(asked).toHaveLength(2)
})

it('forgets a token when its time is over, and soon after its key was taken away', async () => {
  const tokens = new VerifiedTokens()
  const { held, byId } = keys()
  const token = await signAccessToken(claims, key, now)
  const endMs = now + accessTokenSec * 1000
  expect(await tokens.claimsOf(token, byId, endMs - 1)).toMatchObject(claims)
  expect(await tokens.claimsOf(token, byId, endMs + 1)).toBeNull()
  const other = await signAccessToken(claims, key, endMs)
  expect(await tokens.claimsOf(other, byId, endMs)).not.toBeNull()
  held.clear()
  expect(await tokens.claimsOf(other, byId, endMs + 60_000)).toBeNull()
})

it('remembers no refusal, and takes no other token for a known one', async () => {
  const tokens = new VerifiedTokens()
  const { held, byId } = keys()
  const token = await signAccessToken(claims, key, now)
  held.clear()
  expect(await tokens.claimsOf(token, byId, now)).toBeNull()
  held.set(key.id, key.bytes)
  expect(await tokens.claimsOf(token, byId, now)).toMatchObject(claims)
  expect(await tokens.claimsOf(otherLetter(token, token.lastIndexOf('.') + 1), byId, now)).toBeNull()
})
