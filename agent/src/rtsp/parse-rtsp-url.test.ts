import { describe, expect, test } from 'vitest'
import { parseRtspUrl } from './parse-rtsp-url.js'

describe('addresses as people enter them', () => {
  test.each([
    ['rtsp://10.0.0.1', 'rtsp://10.0.0.1/', 554],
    ['RTSP://Cam.Example:8554/Live?x=1&y=2', 'rtsp://cam.example:8554/Live?x=1&y=2', 8554],
    ['  rtsp://10.0.0.1:554/a  ', 'rtsp://10.0.0.1/a', 554],
    ['rtsp://[FD00::1]:8554/s', 'rtsp://[fd00::1]:8554/s', 8554],
    ['rtsp://10.0.0.1?channel=1', 'rtsp://10.0.0.1/?channel=1', 554],
    ['rtsp://10.0.0.1/a b/ü%20#top', 'rtsp://10.0.0.1/a%20b/%C3%BC%20', 554],
    ['rtsp://10.0.0.1/stream@2', 'rtsp://10.0.0.1/stream@2', 554],
    ['rtsp://bücher.example/s', 'rtsp://xn--bcher-kva.example/s', 554],
    ['rtsps://10.0.0.1/s', 'rtsps://10.0.0.1/s', 322],
    ['RTSPS://10.0.0.1:554/s', 'rtsps://10.0.0.1:554/s', 554],
    ['rtsp://10.0.0.1:322/s', 'rtsp://10.0.0.1:322/s', 322],
  ])('%s', (text, url, port) => {
    expect(parseRtspUrl(text)).toMatchObject({ address: { url, port }, credentials: null })
  })
})

describe('accounts move out of the address', () => {
  test.each([
    ['rtsp://admin:secret@10.0.0.1/s', 'admin', 'secret'],
    ['rtsp://admin@10.0.0.1/s', 'admin', ''],
    ['rtsp://admin:@10.0.0.1/s', 'admin', ''],
    ['rtsp://admin:a%40b%2Fc%3a@10.0.0.1/s', 'admin', 'a@b/c:'],
    ['rtsp://admin:a:b@10.0.0.1/s', 'admin', 'a:b'],
    ['rtsp://admin:100%@10.0.0.1/s', 'admin', '100%'],
    ['rtsp://admin:p@ss@10.0.0.1/s', 'admin', 'p@ss'],
    ['rtsp://admin:p/a?s#s@10.0.0.1/s', 'admin', 'p/a?s#s'],
    ['rtsp://us%20er:p%C3%A4ss@10.0.0.1/s', 'us er', 'päss'],
  ])('%s', (text, username, password) => {
    expect(parseRtspUrl(text)).toMatchObject({
      address: { isSecure: false, host: '10.0.0.1', port: 554, path: '/s', url: 'rtsp://10.0.0.1/s' },
      credentials: { username, password },
    })
  })

  test('as they were typed, too', () => {
    expect(parseRtspUrl('rtsp://us%20er:p%40ss@10.0.0.1/s').typedCredentials).toEqual({
      username: 'us%20er',
      password: 'p%40ss',
    })
    expect(parseRtspUrl('rtsp://10.0.0.1/s').typedCredentials).toBeNull()
  })
})

describe('what cannot be an address is refused', () => {
  test.each([
    ['another scheme', 'http://10.0.0.1/s', 'address'],
    ['a file', 'file:///etc/passwd', 'address'],
    ['no scheme', '10.0.0.1/s', 'address'],
    ['a leading dash', '-rtsp://10.0.0.1/s', 'address'],
    ['a host with a leading dash', 'rtsp://-oProxy/s', 'address'],
    ['a line break', 'rtsp://10.0.0.1/s\r\nX: y', 'address'],
    ['a NUL', 'rtsp://10.0.0.1/\0', 'address'],
    ['a tab', 'rtsp://10.0.0.1/\ts', 'address'],
    ['an escaped line break in the password', 'rtsp://a:b%0d%0a@10.0.0.1/s', 'address'],
    ['no host', 'rtsp:///s', 'address'],
    ['no host behind the account', 'rtsp://a:b@/s', 'address'],
    ['a port too high', 'rtsp://10.0.0.1:65536/s', 'address'],
    ['port 0', 'rtsp://10.0.0.1:0/s', 'address'],
    ['a port of letters', 'rtsp://10.0.0.1:x/s', 'address'],
    ['an IPv6 address without brackets', 'rtsp://fd00::1/s', 'address'],
    ['two readings', 'rtsp://a:p@ss/w@10.0.0.1/s', 'address'],
    ['two readings without an account', 'rtsp://admin:12/34@10.0.0.1/s', 'address'],
    ['too long', `rtsp://10.0.0.1/${'a'.repeat(2048)}`, 'address'],
    ['a scheme that only begins so', 'rtspx://10.0.0.1/s', 'address'],
  ])('%s', (_name, text, fault) => {
    expect(() => parseRtspUrl(text)).toThrow(expect.objectContaining({ name: 'StreamFailure', fault }))
  })

  test('and the sentence holds nothing of what was entered', () => {
    expect(() => parseRtspUrl('http://admin:canary@10.0.0.1/s')).toThrow(/^(?!.*canary)/)
    expect(() => parseRtspUrl('rtsp://a:canary@b/canary@10.0.0.1/s')).toThrow(/^(?!.*canary)/)
  })
})
