import { expect, test } from 'vitest'
import { serviceAddress, snapshotUrl, streamUrl } from './camera-url.js'

const host = '192.168.1.20'
const password = 'p@ss/w0rd'

const streams: [name: string, raw: string, url: string | null][] = [
  ['a good one', 'rtsp://192.168.1.20:554/main', 'rtsp://192.168.1.20:554/main'],
  ['no port', 'rtsp://192.168.1.20/main', 'rtsp://192.168.1.20:554/main'],
  ['no path', 'rtsp://192.168.1.20', 'rtsp://192.168.1.20:554/'],
  ['0.0.0.0', 'rtsp://0.0.0.0:8554/main', 'rtsp://192.168.1.20:8554/main'],
  ['the host behind a router', 'rtsp://10.0.0.9:554/main', 'rtsp://192.168.1.20:554/main'],
  ['an IPv6 host', 'rtsp://[fe80::1]:554/main', 'rtsp://192.168.1.20:554/main'],
  ['two ports', 'rtsp://192.168.1.20:80:554/main', 'rtsp://192.168.1.20:554/main'],
  ['an empty port', 'rtsp://192.168.1.20:/main', 'rtsp://192.168.1.20:554/main'],
  [
    'ampersands escaped twice',
    'rtsp://h/cam?channel=1&amp;subtype=0',
    'rtsp://192.168.1.20:554/cam?channel=1&subtype=0',
  ],
  ['blanks around', '  rtsp://h/main \r\n', 'rtsp://192.168.1.20:554/main'],
  ['an account', 'rtsp://admin:admin@h/main', 'rtsp://192.168.1.20:554/main'],
  ['an account with @ in it', 'rtsp://admin:p@ss@h/main', 'rtsp://192.168.1.20:554/main'],
  ['an account in the query', 'rtsp://h/m?user=admin&password=x&ch=1', 'rtsp://192.168.1.20:554/m?ch=1'],
  ['an @ in the path', 'rtsp://h/a@b', 'rtsp://192.168.1.20:554/a@b'],
  ['upper case', 'RTSP://H/Main', 'rtsp://192.168.1.20:554/Main'],
  ['rtsps', 'rtsps://h/main', 'rtsps://192.168.1.20:322/main'],
  ['our password in the path', `rtsp://h/user=admin_password=${password}_channel=1`, null],
  ['our password in the path, encoded', `rtsp://h/x/${encodeURIComponent(password)}`, null],
  ['HTTP', 'http://h/main', null],
  ['nothing', '', null],
  ['a line break inside', 'rtsp://h/main\r\nEvil: 1', null],
  ['a port that is none', 'rtsp://h:99999/main', 'rtsp://192.168.1.20:554/main'],
  ['very long', `rtsp://h/${'x'.repeat(3000)}`, null],
]

test.each(streams)('stream address: %s', (_name, raw, url) => {
  expect(streamUrl(raw, host, password)).toBe(url)
})

const withPassword: [name: string, password: string, local: string, isHidden: boolean][] = [
  ['is part of a segment', 'main', '/mainstream/1', false],
  ['is the end of a segment', 'stream', '/mainstream/1', false],
  ['is part of a value', 'chan', '/cam?name=channel1', false],
  ['is the name of a value', 'channel', '/cam?channel=1', false],
  ['is a word of a segment with several', 'live', '/live_main', false],
  ['begins a segment', 'live', '/live,main', false],
  ['is the stem of a file', 'live', '/live.sdp', false],
  ['is a word of a value with several', 'live', '/cam?name=live_main&channel=1', false],
  ['is a word of a value in the path', 'live', '/name=live_main', false],
  ['is part of a path in the query', 'live', '/cam?path=live/main', false],
  ['is a value with a name behind it', 'live', '/user=admin_password=live_channel_no=1_stream=0', true],
  ['is in an account in the query', 'hunter22', '/cam?auth=admin:hunter22&ch=1', true],
  ['is all of the query', 'hunter22', '/cam?hunter22', true],
  ['is a segment', 'hunter22', '/hunter22/main', true],
  ['is the last segment', 'hunter22', '/main/hunter22', true],
  ['is the path', 'hunter22', '/hunter22?ch=1', true],
  ['is a value', 'hunter22', '/cam?key=hunter22&ch=1', true],
  ['is a value in the path', 'hunter22', '/user=admin&key=hunter22&channel=1', true],
  ['is in an account in the path', 'hunter22', '/0/admin:hunter22/main', true],
  ['is a value, encoded in another way', 'a b+c!', '/cam?key=%61%20b%2bc%21', true],
  ['is beside an escape that is none', 'hunter22', '/100%/hunter22', true],
  ['is a value that goes on elsewhere first', 'hunter22', '/hunter22x/hunter22', true],
  ['is short', '101', '/Streaming/Channels/101', false],
]

test.each(withPassword)('a password that %s', (_name, word, local, isHidden) => {
  const url = `rtsp://192.168.1.20:554${local}`
  expect(streamUrl(url, host, word)).toBe(isHidden ? null : url)
})

test('an IPv6 device gets its brackets', () => {
  expect(streamUrl('rtsp://h/main', 'fd00::7', '')).toBe('rtsp://[fd00::7]:554/main')
})

test.each([
  ['http', 'http://0.0.0.0:8080/snap.jpg?ch=1', 'http://192.168.1.20:8080/snap.jpg?ch=1'],
  ['RTSP, as some give it', 'rtsp://h/snap', null],
])('snapshot address: %s', (_name, raw, url) => {
  expect(snapshotUrl(raw, host, password)).toBe(url)
})

test.each([
  ['http://10.0.0.9/onvif/events', []],
  ['http://10.0.0.9:8080/onvif/events', [8080]],
  ['http://10.0.0.9:80:8080/onvif/events', [80, 8080]],
  ['http://[fe80::1%25eth0]:8080/onvif/events', [8080]],
  ['http://:8080/onvif/events', [8080]],
  ['http://fe80::1/onvif/events', []],
])('service at %s: the ports that it names', (raw, ports) => {
  expect(serviceAddress(raw)).toEqual({ tls: false, ports, path: '/onvif/events' })
})

test('what is far too long for an address is none, before anything looks into it', () => {
  const colons = ':'.repeat(900_000)
  expect(serviceAddress(`http://${colons}x/`)).toBeNull()
  expect(streamUrl(`rtsp://${colons}x/`, host, password)).toBeNull()
})
