import { expect, it } from 'vitest'
import {
  isServiceAccountKey,
  makeServiceAccountKey,
  prefixOfServiceAccountKey,
  shownPrefix,
} from './service-account-key.js'

it('makes keys that are found by their prefix and known by their hash', () => {
  for (let round = 0; round < 100; round += 1) {
    const key = makeServiceAccountKey()
    expect(prefixOfServiceAccountKey(key.fullKey)).toBe(key.prefix)
    expect(isServiceAccountKey(key.fullKey, key.sha256)).toBe(true)
    expect(isServiceAccountKey(makeServiceAccountKey().fullKey, key.sha256)).toBe(false)
  }
})

it('shows nothing of the secret in what stays readable', () => {
  const key = makeServiceAccountKey()
  const secret = key.fullKey.slice(`${shownPrefix(key.prefix)}_`.length)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(shownPrefix(key.prefix)).not.toContain(secret.slice(0, 8))
})

it.each([
  '',
  'sa_',
  'gw_0123456789abcdef_x',
  'sa_0123456789abcdef_short',
  `sa_0123456789ABCDEF_${'x'.repeat(43)}`,
  `sa_0123456789abcdef_${'x'.repeat(44)}`,
])('finds no prefix in %j', (text) => {
  expect(prefixOfServiceAccountKey(text)).toBe(null)
})
