import { describe, expect, test } from 'vitest'
import { answerDigest, chooseDigest } from './digest-access.js'

/** The example of RFC 7616, section 3.9.1, in both algorithms. */
const rfc = { method: 'GET', uri: '/dir/index.html', username: 'Mufasa', password: 'Circle of Life' }
const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const header = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`

const answered = (headers: readonly string[], request = rfc) => {
  const challenge = chooseDigest(headers)
  return challenge && answerDigest(challenge, request, 1, cnonce)
}

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('answers as RFC 7616 does with %s', (algorithm, response) => {
  expect(answered([header(algorithm)])).toContain(`response="${response}"`)
})

test('without qop it answers as RFC 2069, and names no algorithm where none was named', () => {
  const answer = answered(['Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"'], {
    ...rfc,
    username: 'Mufasa',
    password: 'CircleOfLife',
  })
  expect(answer).toContain('response="1949323746fe6a43ef61f9606e7febea"')
  expect(answer).not.toMatch(/algorithm|qop|nc=|cnonce/)
})

describe('the challenge that is answered', () => {
  test.each([
    [
      'the stronger of two',
      ['Digest realm="a", nonce="1"', 'Digest realm="a", nonce="2", algorithm=SHA-256'],
      '2',
    ],
    [
      'the one we know',
      ['Digest realm="a", nonce="1", algorithm=SHA-512-256', 'Digest realm="a", nonce="2"'],
      '2',
    ],
    ['Digest behind Basic in one header', ['Basic realm="a, b", Digest realm="a", nonce="2"'], '2'],
    [
      'two in one header',
      ['Digest realm="a", nonce="1", Digest realm="a", nonce="2", algorithm=SHA-256'],
      '2',
    ],
    ['Digest beside Basic', ['Basic realm="a"', 'Digest nonce=2,realm=a, random="Hik"'], '2'],
  ])('is %s', (_name, headers, expected) => {
    expect(chooseDigest(headers)?.nonce).toBe(expected)
  })

  test.each([
    ['Basic only', ['Basic realm="a"']],
    ['auth-int only', ['Digest realm="a", nonce="1", qop="auth-int"']],
    ['no nonce', ['Digest realm="a"']],
    ['nothing readable', ['Digest', '', '"""=,,=']],
  ])('is none for %s', (_name, headers) => {
    expect(chooseDigest(headers)).toBeNull()
  })
})

test('quotes and line breaks in a name do not break out of the header', () => {
  const answer = answered(['Digest realm="a\\"b", nonce="1"'], { ...rfc, username: 'a"b\r\nX: y' })
  expect(answer).toContain(String.raw`username="a\"b  X: y", realm="a\"b"`)
})

test('answers the example of RFC 2617, section 3.5', () => {
  const challenge = chooseDigest([
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  ])
  const request = { ...rfc, password: 'Circle Of Life' }
  expect(challenge && answerDigest(challenge, request, 1, '0a4f113b')).toContain(
    'response="6629fae49393a05397450978507c4ef1"',
  )
})
