import { expect, it } from 'vitest'
import { isHost, readRtspAddress } from './rtsp-address.js'

it.each([
  ['rtsp://192.168.1.20/stream1', 'rtsp://192.168.1.20/stream1', '192.168.1.20', 554],
  ['RTSP://Cam-1.local:8554', 'rtsp://cam-1.local:8554', 'cam-1.local', 8554],
  ['rtsp://cam:554/a', 'rtsp://cam/a', 'cam', 554],
  ['rtsps://cam/a', 'rtsps://cam/a', 'cam', 322],
  ['rtsp://[fd00::20]:8554/a?x=1&y=2', 'rtsp://[fd00::20]:8554/a?x=1&y=2', 'fd00::20', 8554],
  [' rtsp://cam/a b/ä%20c"<> ', 'rtsp://cam/a%20b/%C3%A4%20c%22%3C%3E', 'cam', 554],
  [
    'rtsp://cam/Streaming/Channels/101?transportmode=unicast',
    'rtsp://cam/Streaming/Channels/101?transportmode=unicast',
    'cam',
    554,
  ],
  ['rtsp://cam/path@with@signs', 'rtsp://cam/path@with@signs', 'cam', 554],
])('reads %j', (text, url, host, port) => {
  expect(readRtspAddress(text)).toEqual({
    ok: true,
    address: { url, host, port, username: null, password: null },
  })
})

it.each([
  ['rtsp://viewer:secret@cam/a', 'viewer', 'secret'],
  ['rtsp://viewer@cam/a', 'viewer', null],
  ['rtsp://:secret@cam/a', '', 'secret'],
  ['rtsp://a%40b:p%2Fq%23%3F@cam/a', 'a@b', 'p/q#?'],
  ['rtsp://viewer:p@ss:w%rd@cam/a', 'viewer', 'p@ss:w%rd'],
  ['rtsp://viewer:100%@cam/a', 'viewer', '100%'],
])('moves the userinfo out of %j', (text, username, password) => {
  expect(readRtspAddress(text)).toEqual({
    ok: true,
    address: { url: 'rtsp://cam/a', host: 'cam', port: 554, username, password },
  })
})

it.each([
  ['http://cam/a', /rtsp:\/\//],
  ['file:///etc/passwd', /rtsp:\/\//],
  ['rtsp:/cam', /rtsp:\/\//],
  ['-i rtsp://cam/a', /dash/],
  ['rtsp://-cam/a', /host/],
  ['rtsp:///a', /host/],
  ['rtsp://cam:0/a', /host/],
  ['rtsp://cam:65536/a', /host/],
  ['rtsp://cam:554:80/a', /host/],
  ['rtsp://127.1/a', /host/],
  ['rtsp://0x7f000001/a', /host/],
  ['rtsp://2130706433/a', /host/],
  ['rtsp://192.168.1.256/a', /host/],
  ['rtsp://192.168.1.020/a', /host/],
  ['rtsp://[fd00::20/a', /host/],
  ['rtsp://ca m/a', /host/],
  ['rtsp://cam/a\r\nTEARDOWN', /control/],
  ['rtsp://cam/a\u0000', /control/],
  ['rtsp://cam/\ud800', /control/],
  ['rtsp://cam/a#b', /%23/],
  ['rtsp://viewer:p/ss@cam/a', /own fields/],
  ['rtsp://viewer:p#ss@cam/a', /own fields/],
  ['rtsp://viewer:p?ss@cam/a', /own fields/],
])('refuses %j', (text, problem) => {
  expect(readRtspAddress(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) })
})

it('says nothing of a password in what it refuses', () => {
  expect(JSON.stringify(readRtspAddress('rtsp://viewer:canary/1@cam/a'))).not.toContain('canary')
})

it.each(['cam', 'cam.local.', 'a_b', '10.0.0.1', '[::1]'])('%s is a host', (host) => {
  expect(isHost(host)).toBe(true)
})

it.each(['', '-a', 'a-', 'a..b', 'cam/../x', 'a@b', '[::1', '::1', 'x'.repeat(254), 'http://cam'])(
  '%s is no host',
  (host) => {
    expect(isHost(host)).toBe(false)
  },
)
