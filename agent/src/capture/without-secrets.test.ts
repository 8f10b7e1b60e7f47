import { expect, test } from 'vitest'
import { accountWords, withoutSecrets } from './without-secrets.js'

const hidden = { hosts: ['192.168.1.2', 'fe80::1'], words: ['admin', 'pa/ss', 'pa%2Fss'] }

test.each([
  ['Authorization: Basic YWRtaW46cGEvc3M=\r\nCSeq: 3', 'Authorization: Basic ***\r\nCSeq: 3'],
  ['authorization: Digest username="admin", response="ab"', 'authorization: Digest ***'],
  ['DESCRIBE rtsp://admin:pa%2Fss@192.168.1.2:554/main RTSP/1.0', 'DESCRIBE rtsp://camera:554/main RTSP/1.0'],
  [
    'rtsp://192.168.1.2/cam?user=bob&password=x&channel=1',
    'rtsp://camera/cam?user=***&password=***&channel=1',
  ],
  ['Content-Base: rtsp://[fe80::1]/a/', 'Content-Base: rtsp://camera/a/'],
  ['o=- 1 1 IN IP4 192.168.1.2', 'o=- 1 1 IN IP4 camera'],
  ['o=- 1 1 IN IP4 192.168.1.20', 'o=- 1 1 IN IP4 192.168.1.20'],
  ['X-Said: pa/ss', 'X-Said: ***'],
  ['WWW-Authenticate: Digest realm="x", nonce="n"', 'WWW-Authenticate: Digest realm="x", nonce="n"'],
])('%s', (text, plain) => {
  expect(withoutSecrets(text, hidden)).toBe(plain)
})

test.each([
  'X-You-Said: Basic YWRtaW46cGEvc3Mld29yZA==',
  'X-You-Said: Digest username="admin", response="0123456789abcdef0123456789abcdef"',
  's=pa/ss%word',
  'a=control:rtsp://192.168.1.2/pa%2Fss%25word/track1',
])('what a camera says again of an account is removed: %s', (line) => {
  const words = accountWords({ username: 'admin', password: 'pa/ss%25word' })
  const plain = withoutSecrets(line, { hosts: [], words })
  expect(plain).toContain('***')
  expect(plain).not.toMatch(/pa\/ss|pa%2Fss|YWRtaW46|0123456789abcdef/)
})

test.each(['', 'O', 'OPT'])('a word of a few letters hides nothing: %j', (word) => {
  expect(withoutSecrets('OPTIONS', { hosts: [''], words: [word] })).toBe('OPTIONS')
})
