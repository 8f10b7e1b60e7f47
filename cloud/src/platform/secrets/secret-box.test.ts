import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openKeyRing } from './keys.js'
import { createSecretBox, SecretError } from './secret-box.js'

const master = randomBytes(32).toString('hex')
const box = createSecretBox(openKeyRing(master))
const place = { orgId: 'org', rowId: 'row', field: 'cameras.credentials' }

test('opens what it sealed, and shows nothing of it', () => {
  const sealed = box.seal('pässword @#%', place)
  expect(box.open(sealed, place)).toBe('pässword @#%')
  expect(sealed.bytes.toString('latin1')).not.toContain('ssword')
  expect(box.seal('pässword @#%', place).bytes).not.toEqual(sealed.bytes)
  expect(box.open(box.seal('', place), place)).toBe('')
})

test.each([
  ['another organisation', { ...place, orgId: 'other' }],
  ['another row', { ...place, rowId: 'other' }],
  ['another field', { ...place, field: 'webhooks.secret' }],
])('does not open it in %s', (_, elsewhere) => {
  expect(() => box.open(box.seal('secret', place), elsewhere)).toThrow(SecretError)
})

test('does not open what was changed, cut, or sealed under an unknown key', () => {
  const sealed = box.seal('secret', place)
  for (const at of [0, 5, sealed.bytes.length - 1]) {
    const bytes = Buffer.from(sealed.bytes)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(() => box.open({ ...sealed, bytes }, place)).toThrow(SecretError)
  }
  expect(() => box.open({ ...sealed, bytes: sealed.bytes.subarray(0, 20) }, place)).toThrow(SecretError)
  const stranger = createSecretBox(openKeyRing(randomBytes(32).toString('hex')))
  expect(() => stranger.open(sealed, place)).toThrow(/MASTER_KEY/)
})

test('opens with a key that was replaced since', () => {
  const rotated = createSecretBox(openKeyRing(`${randomBytes(32).toString('hex')},${master}`))
  expect(rotated.open(box.seal('secret', place), place)).toBe('secret')
})
