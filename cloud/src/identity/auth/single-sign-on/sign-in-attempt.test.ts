import { describe, expect, test } from 'vitest'
import { attemptCookie, attemptSecretIn, clearedAttemptCookie } from './attempt-cookie.js'
import { codeChallengeOf, ownPage, proofOf } from './sign-in-attempt.js'

const secret = 'A'.repeat(43)

describe('the page to come back to', () => {
  test.each([
    ['/events?kind=person&t=1', '/events?kind=person&t=1'],
    ['/', '/'],
    [undefined, '/'],
    ['', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['/.//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login/0191f8a0-1111-7222-8333-444455556666?problem=again', '/'],
  ])('%j is %s', (to, page) => {
    expect(ownPage(to)).toBe(page)
  })
})

describe('an attempt', () => {
  test('derives three proofs that differ, always the same ones', () => {
    const proof = proofOf(secret)
    expect(proofOf(secret)).toEqual(proof)
    expect(new Set([...Object.values(proof), codeChallengeOf(proof)]).size).toBe(4)
    expect(proofOf('B'.repeat(43)).state).not.toBe(proof.state)
    // RFC 7636: 43 to 128 characters.
    expect(proof.codeVerifier).toMatch(/^[\w-]{43}$/)
  })

  test('is kept in a cookie that scripts cannot read and that the page of the issuer brings back', () => {
    expect(attemptCookie(secret, 'https://video.example.com')).toBe(
      `sl_single_sign_on=${secret}; Path=/api/v1/auth/single-sign-on; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(attemptCookie(secret, 'http://10.0.0.1')).not.toContain('Secure')
    expect(clearedAttemptCookie('https://video.example.com')).toContain('sl_single_sign_on=; ')
  })

  test.each([
    [`sl_single_sign_on=${secret}`, secret],
    [`a=b; sl_single_sign_on=${secret}; c=d`, secret],
    [`xsl_single_sign_on=${secret}`, undefined],
    [`sl_single_sign_on=${secret}A`, undefined],
    ['sl_single_sign_on=', undefined],
    [undefined, undefined],
  ])('is read out of %j', (header, found) => {
    expect(attemptSecretIn(header)).toBe(found)
  })
})
