import { describe, expect, test } from 'vitest'
import { systemRandom } from '../platform/random.js'
import { credentialForms } from './credential-forms.js'
import { RtspAuthentication } from './rtsp-authentication.js'

const account = { username: 'admin', password: 'pässword' }
const asks = (...values: string[]) => new Map([['www-authenticate', values]])
const md5 = (nonce: string, more = '') => `Digest realm="r", nonce="${nonce}"${more}`
const sha = (nonce: string) => md5(nonce, ', algorithm=SHA-256, qop="auth"')

function authentication(credentials: typeof account | null = account, digestOnly = false) {
  const subject = new RtspAuthentication({
    forms: credentials === null ? [] : credentialForms(credentials),
    digestOnly,
    random: systemRandom,
  })
  return { subject, sent: () => subject.authorize('DESCRIBE', 'rtsp://h/s') }
}

describe('which challenge is answered', () => {
  test('nobody asked: nothing is sent', () => {
    expect(authentication().sent()).toBeNull()
  })

  test.each([
    ['Basic alone', ['Basic realm="r"'], 'basic'],
    ['Digest before Basic', ['Basic realm="r"', md5('1')], 'digest-md5'],
    ['SHA-256 before MD5', [md5('1'), sha('2')], 'digest-sha256'],
    ['several in one header', [`Basic realm="r", ${md5('1')}`], 'digest-md5'],
  ])('%s', (_name, values, scheme) => {
    const { subject } = authentication()
    expect(subject.challenged(asks(...values), false)).toBe(true)
    expect(subject.scheme).toBe(scheme)
  })

  test.each([
    ['no challenge', []],
    ['one that is not known', ['Negotiate']],
  ])('%s: none', (_name, values) => {
    expect(authentication().subject.challenged(asks(...values), false)).toBe(false)
  })

  test('without credentials: none', () => {
    expect(authentication(null).subject.challenged(asks(md5('1')), false)).toBe(false)
    expect(authentication({ username: '', password: '' }).subject.challenged(asks(md5('1')), false)).toBe(
      false,
    )
  })
})

test('Basic is the account in UTF-8', () => {
  const { subject, sent } = authentication()
  subject.challenged(asks('Basic realm="r"'), false)
  expect(sent()).toBe(`Basic ${Buffer.from('admin:pässword').toString('base64')}`)
})

test('each use of a nonce is counted', () => {
  const { subject, sent } = authentication()
  subject.challenged(asks(sha('1')), false)
  expect(sent()).toContain('nc=00000001')
  expect(sent()).toContain('nc=00000002')
})

describe('after a refusal', () => {
  test('a wrong password is tried once', () => {
    const { subject } = authentication()
    subject.challenged(asks(md5('1')), false)
    expect(subject.challenged(asks(md5('2')), true)).toBe(false)
  })

  test('a nonce that is said to be stale is replaced', () => {
    const { subject, sent } = authentication()
    subject.challenged(asks(md5('1')), false)
    expect(subject.challenged(asks(md5('2', ', stale=TRUE')), true)).toBe(true)
    expect(sent()).toContain('nonce="2"')
  })

  test('a nonce that worked and changed without a word is replaced, once', () => {
    const { subject } = authentication()
    subject.challenged(asks(md5('1')), false)
    subject.accepted()
    expect(subject.challenged(asks(md5('2')), true)).toBe(true)
    expect(subject.challenged(asks(md5('3')), true)).toBe(false)
  })

  test('MD5 follows SHA-256 once, Basic never follows Digest', () => {
    const { subject } = authentication()
    subject.challenged(asks(sha('1'), md5('2'), 'Basic realm="r"'), false)
    expect(subject.challenged(asks(sha('3'), md5('4'), 'Basic realm="r"'), true)).toBe(true)
    expect(subject.scheme).toBe('digest-md5')
    expect(subject.challenged(asks(sha('5'), md5('6'), 'Basic realm="r"'), true)).toBe(false)
  })
})

describe('a password that can be read in two ways', () => {
  const escaped = { username: 'admin', password: 'p%40ss%' }
  const copied = { username: 'admin', password: 'p%40ss' }
  const basic = (password: string) => `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

  test.each([
    ['as it stands, then decoded', credentialForms(copied), ['p%40ss', 'p@ss']],
    ['in one way where it is no escape', credentialForms(escaped), ['p%40ss%']],
    [
      'from an address decoded, then as it was typed',
      credentialForms({ username: 'admin', password: 'p@ss' }, copied),
      ['p@ss', 'p%40ss'],
    ],
  ])('is tried %s, and no more', (_name, forms, expected) => {
    const subject = new RtspAuthentication({ forms, digestOnly: false, random: systemRandom })
    const tried: (string | null)[] = []
    for (let isTried = false; subject.challenged(asks('Basic realm="r"'), isTried); isTried = true) {
      tried.push(subject.authorize('DESCRIBE', 'rtsp://h/s'))
    }
    expect(tried).toEqual(expected.map(basic))
  })

  test('with Digest the second form takes the new nonce', () => {
    const subject = new RtspAuthentication({
      forms: credentialForms(copied),
      digestOnly: false,
      random: systemRandom,
    })
    subject.challenged(asks(md5('1')), false)
    expect(subject.challenged(asks(md5('2')), true)).toBe(true)
    expect(subject.authorize('DESCRIBE', 'rtsp://h/s')).toContain('nonce="2"')
    expect(subject.challenged(asks(md5('3')), true)).toBe(false)
  })

  test('what would be a control character was not meant', () => {
    expect(credentialForms({ username: 'a', password: 'x%0d%0ay' })).toHaveLength(1)
  })
})

test('a camera that calls every nonce stale does not make us guess on', () => {
  const { subject } = authentication()
  subject.challenged(asks(md5('1', ', stale=true')), false)
  expect(subject.challenged(asks(md5('2', ', stale=true')), true)).toBe(true)
  expect(subject.challenged(asks(md5('3', ', stale=true')), true)).toBe(false)
})

test('nothing goes in the clear where that is not allowed', () => {
  const { sent, subject } = authentication(account, true)
  expect(subject.challenged(asks('Basic realm="r"'), false)).toBe(false)
  expect(sent()).toBeNull()
  expect(subject.isClearRefused).toBe(true)
  expect(subject.challenged(asks('Basic realm="r"', md5('1')), false)).toBe(true)
  expect(subject.scheme).toBe('digest-md5')
})
