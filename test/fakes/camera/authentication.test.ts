import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Authenticator, type Challenge, parseParameters } from './authentication.js'

const CREDENTIALS = { username: 'admin', password: 'p:w"ö' }
const URI = 'rtsp://host/main'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function make(challenge: Challenge) {
  const authenticator = new Authenticator('yard', [challenge], CREDENTIALS)
  const nonce = parseParameters(authenticator.headers()[0] ?? '').get('nonce') ?? ''
  return { authenticator, nonce }
}

/** The older form, RFC 2069. */
function answer(
  nonce: string,
  { password = CREDENTIALS.password, uri = URI, method = 'DESCRIBE' } = {},
): string {
  const response = md5(`${md5(`admin:yard:${password}`)}:${nonce}:${md5(`${method}:${uri}`)}`)
  return `Digest username="admin", realm="yard", nonce="${nonce}", uri="${uri}", response="${response}"`
}

test('Digest: right, and wrong in each of its parts', () => {
  const { authenticator, nonce } = make({ scheme: 'Digest' })
  const verify = (text: string | undefined) => authenticator.verify(text, 'DESCRIBE', URI)
  expect(verify(undefined)).toBe('missing')
  expect(verify(answer(nonce))).toBe('ok')
  expect(verify(answer(nonce, { password: 'other' }))).toBe('failed')
  expect(verify(answer(nonce, { uri: 'rtsp://host/other' }))).toBe('failed')
  expect(verify(answer(nonce, { method: 'SETUP' }))).toBe('failed')
  expect(verify(answer(make({ scheme: 'Digest' }).nonce))).toBe('failed')
  expect(verify(answer(nonce).replace('admin', 'root'))).toBe('failed')
  expect(verify(answer(nonce).replace('yard', 'gate'))).toBe('failed')
})

test('a challenge says only what it was told to say', () => {
  const header = (challenge: Challenge) => make(challenge).authenticator.headers()[0]
  expect(header({ scheme: 'Digest' })).toMatch(/^Digest realm="yard", nonce="\w+"$/)
  expect(header({ scheme: 'Digest', nameAlgorithm: true })).toMatch(/, algorithm=MD5$/)
  expect(header({ scheme: 'Digest', algorithm: 'SHA-256', qop: true })).toMatch(
    /, algorithm=SHA-256, qop="auth"$/,
  )
  expect(header({ scheme: 'Basic' })).toBe('Basic realm="yard"')
})

test('Basic: only the right password, and no Digest where none was offered', () => {
  const { authenticator, nonce } = make({ scheme: 'Basic' })
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  expect(authenticator.verify(basic('admin:p:w"ö'), 'DESCRIBE', URI)).toBe('ok')
  expect(authenticator.verify(basic('admin:'), 'DESCRIBE', URI)).toBe('failed')
  expect(authenticator.verify(answer(nonce), 'DESCRIBE', URI)).toBe('failed')
  const digestOnly = make({ scheme: 'Digest' }).authenticator
  expect(digestOnly.verify(basic('admin:p:w"ö'), 'DESCRIBE', URI)).toBe('failed')
})

test('a camera without challenges asks nobody', () => {
  expect(new Authenticator('yard', [], CREDENTIALS).verify(undefined, 'DESCRIBE', URI)).toBe('ok')
})
