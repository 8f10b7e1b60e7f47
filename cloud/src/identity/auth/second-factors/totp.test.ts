import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { codeAt } from './second-factor.fixture.js'
import { judgeCode, makeTotpSecret, totpUri } from './totp.js'

/** The seed of the examples of RFC 6238, appendix B, and the last six of their eight digits. */
const seed = Secret.fromLatin1('12345678901234567890').base32
const noon = Date.UTC(2026, 0, 15, 12)

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the example of RFC 6238 at %d s', (seconds, code) => {
  expect(judgeCode(seed, code, seconds * 1000)).toEqual({ kind: 'right', period: Math.floor(seconds / 30) })
})

test('takes the code of one period before and one after, and says by how much another is off', () => {
  const offs = [-30, 0, 30].map((sec) => judgeCode(seed, codeAt(seed, noon + sec * 1000), noon).kind)
  expect(offs).toEqual(['right', 'right', 'right'])
  for (const aheadSec of [-600, -120, -60, 60, 120, 600])
    expect(judgeCode(seed, codeAt(seed, noon + aheadSec * 1000), noon)).toEqual({
      kind: 'other_time',
      period: noon / 30_000 + aheadSec / 30,
      aheadSec,
    })
  expect(judgeCode(seed, codeAt(seed, noon + 660_000), noon)).toEqual({ kind: 'wrong' })
})

describe('what somebody types', () => {
  test('may have blanks in it', () => {
    const code = codeAt(seed, noon)
    expect(judgeCode(seed, ` ${code.slice(0, 3)} ${code.slice(3)} `, noon).kind).toBe('right')
  })

  test.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', '-12345', '1e5000', '\u{0}12345'])(
    '%j is wrong',
    (typed) => {
      expect(judgeCode(seed, typed, noon)).toEqual({ kind: 'wrong' })
    },
  )
})

test('a secret has 160 bits, is another each time, and comes as apps read it', () => {
  const secret = makeTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(makeTotpSecret()).not.toBe(secret)
  const uri = new URL(totpUri(secret, 'olive@example.com'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Sightline:olive@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Sightline',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
