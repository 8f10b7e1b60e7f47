import { expect, it } from 'vitest'
import { isKey, makeGatewayKey, prefixOfKey } from './gateway-key.js'

it('makes keys that are found by their prefix and known by their hash', () => {
  for (let round = 0; round < 100; round += 1) {
    const key = makeGatewayKey()
    expect(prefixOfKey(key.full)).toBe(key.prefix)
    expect(isKey(key.full, key.sha256)).toBe(true)
    expect(isKey(makeGatewayKey().full, key.sha256)).toBe(false)
  }
})

it('holds nothing of the secret in what is stored', () => {
  const key = makeGatewayKey()
  const secret = key.full.slice(`gw_${key.prefix}_`.length)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(key.prefix).not.toContain(secret.slice(0, 8))
})

it.each([
  '',
  'gw_',
  'sa_0123456789abcdef_x',
  'gw_0123456789abcdef_short',
  `gw_0123456789ABCDEF_${'x'.repeat(43)}`,
])('finds no prefix in %j', (text) => {
  expect(prefixOfKey(text)).toBe(null)
})
