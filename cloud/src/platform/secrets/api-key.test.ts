import { describe, expect, it } from 'vitest'
import { makeApiKey, prefixOfApiKey, shownPrefix } from './api-key.js'
import { isSecret } from './secret-token.js'

describe.each(['gw', 'sa'] as const)('keys that begin with %s_', (kind) => {
  const other = kind === 'gw' ? 'sa' : 'gw'

  it('are found by their prefix and known by their hash', () => {
    for (let round = 0; round < 100; round += 1) {
      const key = makeApiKey(kind)
      expect(prefixOfApiKey(kind, key.fullKey)).toBe(key.prefix)
      expect(prefixOfApiKey(other, key.fullKey)).toBe(null)
      expect(isSecret(key.fullKey, key.sha256)).toBe(true)
      expect(isSecret(makeApiKey(kind).fullKey, key.sha256)).toBe(false)
    }
  })

  it('show nothing of the secret in what stays readable', () => {
    const key = makeApiKey(kind)
    const secret = key.fullKey.slice(`${shownPrefix(kind, key.prefix)}_`.length)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(shownPrefix(kind, key.prefix)).not.toContain(secret.slice(0, 8))
  })

  it.each([
    '',
    `${kind}_`,
    `${other}_0123456789abcdef_x`,
    `${kind}_0123456789abcdef_short`,
    `${kind}_0123456789ABCDEF_${'x'.repeat(43)}`,
    `${kind}_0123456789abcdef_${'x'.repeat(44)}`,
  ])('have another form than %j', (text) => {
    expect(prefixOfApiKey(kind, text)).toBe(null)
  })
})

it('takes no hash of another length for that of a secret', () => {
  const key = makeApiKey('sa')
  expect(isSecret(key.fullKey, key.sha256.subarray(0, 31))).toBe(false)
})
