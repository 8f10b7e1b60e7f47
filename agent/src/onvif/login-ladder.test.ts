import { describe, expect, test } from 'vitest'
import { chooseDigest, type DigestChallenge } from '../platform/digest-access.js'
import { type Login, LoginLadder, type LoginRefusal } from './login-ladder.js'

const challenge = (hash: 'md5' | 'sha256'): DigestChallenge => {
  const found = chooseDigest([`Digest realm="r", nonce="n", algorithm=${hash === 'md5' ? 'MD5' : 'SHA-256'}`])
  if (found === null) throw new Error('no challenge')
  return found
}
const refusal = (differences: Partial<LoginRefusal> = {}): LoginRefusal => ({
  kind: 'not_authorized',
  challenges: [],
  isClockDoubtful: false,
  ...differences,
})
const account = { hasCredentials: true, digestOnly: false }

/** The ways that are tried, if each is refused the same way, until the end. */
function climb(given: LoginRefusal, ways = account, remembered: Login | null = null): Login[] {
  const ladder = new LoginLadder(ways, remembered)
  const tried = [ladder.login]
  while (ladder.refused(given)) tried.push(ladder.login)
  return tried
}

describe('the ways that are tried', () => {
  test.each<[string, LoginRefusal, Login[]]>([
    ['no challenge', refusal(), ['none', 'ws-digest', 'ws-text']],
    ['a challenge', refusal({ challenges: [challenge('md5')] }), ['none', 'http-digest-md5']],
    [
      'two challenges, SHA-256 before MD5',
      refusal({ challenges: [challenge('md5'), challenge('sha256')] }),
      ['none', 'http-digest-sha256', 'http-digest-md5'],
    ],
    [
      'no challenge, and a clock that may be another',
      refusal({ isClockDoubtful: true }),
      ['none', 'ws-digest', 'ws-digest-own-clock', 'ws-text'],
    ],
    ['a wrong time', refusal({ kind: 'wrong_time' }), ['none', 'ws-digest', 'ws-digest-own-clock']],
  ])('%s', (_name, given, ways) => {
    expect(climb(given)).toEqual(ways)
  })

  test('no other once the account is said to be shut', () => {
    expect(climb(refusal({ isAccountShut: true }), account, 'ws-digest')).toEqual(['ws-digest'])
  })

  test('none where there is no account', () => {
    expect(climb(refusal(), { hasCredentials: false, digestOnly: false })).toEqual(['none'])
  })

  test('never the password itself where only digests may be sent', () => {
    const ways = { hasCredentials: true, digestOnly: true }
    expect(climb(refusal(), ways)).toEqual(['none', 'ws-digest'])
    expect(climb(refusal(), ways, 'ws-text')).not.toContain('ws-text')
  })

  test('what worked before comes first, and the rest once it does not any more', () => {
    expect(climb(refusal({ challenges: [challenge('md5')] }), account, 'ws-digest')).toEqual([
      'ws-digest',
      'http-digest-md5',
    ])
  })

  test.each<Login>(['none', 'ws-digest', 'ws-text', 'http-digest-md5'])(
    'no way twice, and at most three with credentials, from %s on',
    (remembered) => {
      for (const given of [
        refusal({ isClockDoubtful: true }),
        refusal({ challenges: [challenge('md5'), challenge('sha256')] }),
        refusal({ kind: 'wrong_time' }),
      ]) {
        const tried = climb(given, account, remembered).filter((login) => login !== 'none')
        expect(new Set(tried).size).toBe(tried.length)
        expect(tried.length).toBeLessThanOrEqual(3)
      }
    },
  )
})

test('an answer without credentials proves nothing, one with them does', () => {
  const ladder = new LoginLadder(account)
  ladder.accepted()
  expect(ladder.isProven).toBe(false)
  ladder.refused(refusal())
  ladder.accepted()
  expect(ladder.isProven).toBe(true)
})
