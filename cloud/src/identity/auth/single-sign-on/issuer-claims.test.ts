import { describe, expect, test } from 'vitest'
import { isShort, personOf, type RawClaims } from './issuer-claims.js'

const known = { issuer: 'https://id.example.com', subject: 'u1', groupsClaim: 'groups' }
const whole = { email: 'Ada@Example.com', email_verified: true, name: 'Ada', groups: ['staff'] }

describe('what an issuer says of somebody', () => {
  test('is read out of the ID token, or of UserInfo', () => {
    const ada = { email: 'ada@example.com', emailVerified: true, name: 'Ada', groups: ['staff'] }
    expect(personOf(known, whole)).toMatchObject(ada)
    expect(personOf(known, {}, whole)).toMatchObject(ada)
  })

  test.each<[string, RawClaims, RawClaims, string | null, boolean]>([
    ['as text', { email: 'a@b.ch', email_verified: 'true' }, {}, 'a@b.ch', true],
    ['not at all', { email: 'a@b.ch' }, {}, 'a@b.ch', false],
    ['of another address', { email: 'a@b.ch' }, { email: 'x@y.ch', email_verified: true }, 'x@y.ch', true],
    ['beside no address', { email_verified: true }, {}, null, false],
    ['of what is no address', { email: 'nobody', email_verified: true }, {}, null, false],
    ['as a number', { email: 'a@b.ch', email_verified: 1 }, {}, 'a@b.ch', false],
  ])('an address is verified %s', (_, idToken, userInfo, email, emailVerified) => {
    expect(personOf(known, idToken, userInfo)).toMatchObject({ email, emailVerified })
  })

  test('a name is cut, and may be lacking', () => {
    expect(personOf(known, { name: ' ', preferred_username: 'ada' }).name).toBe('ada')
    expect(personOf(known, { name: 'x'.repeat(300) }).name).toHaveLength(100)
    expect(personOf(known, { name: 7 }).name).toBeNull()
  })

  test('UserInfo is asked where the ID token leaves something out', () => {
    expect(isShort(whole, 'groups')).toBe(false)
    expect(isShort(whole, 'roles')).toBe(true)
    expect(isShort({ ...whole, email_verified: undefined }, 'groups')).toBe(true)
  })
})
