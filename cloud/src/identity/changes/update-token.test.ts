import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openKeyRing } from '../../platform/secrets/keys.js'
import { createSecretBox } from '../../platform/secrets/secret-box.js'
import { readSnapshot } from './snapshot.js'
import { changesKeptMs, decodeUpdateToken, encodeUpdateToken, isKnownSince } from './update-token.js'

const box = createSecretBox(openKeyRing(randomBytes(32).toString('hex')))
const orgId = randomUUID()
const snapshot = readSnapshot('90:90:')
if (!snapshot) throw new Error('no snapshot')
const made = { snapshot, lineage: 'a', atMs: Date.parse('2026-11-01T00:00:00Z') }
const day = 24 * 60 * 60_000
const after = (ms: number) => ({ ...made, atMs: made.atMs + ms })

function readBack(text: string) {
  const token = decodeUpdateToken(box, orgId, text)
  if (!token) throw new Error('its key is gone')
  return token
}

test('a token is good for 30 days, and what changed is kept for longer', () => {
  const token = readBack(encodeUpdateToken(box, orgId, made))
  expect(isKnownSince(token, after(30 * day), null)).toBe(true)
  expect(isKnownSince(token, after(30 * day + 1), null)).toBe(false)
  expect(changesKeptMs).toBeGreaterThan(30 * day)
})

test('a token is good for what was not forgotten, whatever the clock says', () => {
  const token = readBack(encodeUpdateToken(box, orgId, made))
  expect([null, 89n, 90n].map((cut) => isKnownSince(token, made, cut))).toEqual([true, true, false])
  const during = readSnapshot('70:90:70,80')
  if (!during) throw new Error('no snapshot')
  const meanwhile = { ...token, snapshot: during }
  expect([69n, 70n, 89n].map((cut) => isKnownSince(meanwhile, made, cut))).toEqual([true, false, false])
})

test('a token of a release that kept changes for eight days is good for seven', () => {
  const body = { s: snapshot.text, l: made.lineage, t: made.atMs }
  const { keyId, bytes } = box.seal(JSON.stringify(body), { orgId, rowId: orgId, field: 'changes.token' })
  const token = readBack(keyId + bytes.toString('base64url'))
  expect(isKnownSince(token, after(7 * day), null)).toBe(true)
  expect(isKnownSince(token, after(7 * day + 1), null)).toBe(false)
})

test('of a token whose master key is gone it is not known when it was, and what is no token is refused', () => {
  const before = createSecretBox(openKeyRing(randomBytes(32).toString('hex')))
  const token = encodeUpdateToken(before, orgId, made)
  expect(decodeUpdateToken(box, orgId, token)).toBeNull()
  const own = encodeUpdateToken(box, orgId, made)
  for (const bad of ['', 'x', 'a'.repeat(300), token.slice(0, 30), `${own.slice(0, -4)}aaaa`])
    expect(() => decodeUpdateToken(box, orgId, bad), bad).toThrow('no token of this service')
  expect(() => decodeUpdateToken(box, randomUUID(), own)).toThrow('no token of this service')
})
