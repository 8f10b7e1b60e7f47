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

test('a token is good for 30 days, and what changed is kept for longer', () => {
  const token = decodeUpdateToken(box, orgId, encodeUpdateToken(box, orgId, made))
  expect(isKnownSince(token, after(30 * day))).toBe(true)
  expect(isKnownSince(token, after(30 * day + 1))).toBe(false)
  expect(changesKeptMs).toBeGreaterThan(30 * day)
})

test('a token of a release that kept changes for eight days is good for seven', () => {
  const body = { s: snapshot.text, l: made.lineage, t: made.atMs }
  const { keyId, bytes } = box.seal(JSON.stringify(body), { orgId, rowId: orgId, field: 'changes.token' })
  const token = decodeUpdateToken(box, orgId, keyId + bytes.toString('base64url'))
  expect(isKnownSince(token, after(7 * day))).toBe(true)
  expect(isKnownSince(token, after(7 * day + 1))).toBe(false)
})
