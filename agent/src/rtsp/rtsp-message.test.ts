import { expect, test } from 'vitest'
import { header, readHead, readPublic, readSession, readTransport } from './rtsp-message.js'

const headers = (...lines: string[]) =>
  readHead(['RTSP/1.0 200 OK', ...lines].join('\r\n'))?.headers ?? new Map()

test('headers come in any case and spacing, folded and repeated', () => {
  const read = headers(
    'cSEQ :4',
    'WWW-Authenticate: Basic realm="a"',
    'www-authenticate:Digest',
    ' realm="b"',
    'junk',
  )
  expect(header(read, 'cseq')).toBe('4')
  expect(read.get('www-authenticate')).toEqual(['Basic realm="a"', 'Digest realm="b"'])
})

test.each([
  ['12345678;timeout=60', { id: '12345678', timeoutSec: 60 }],
  ['  abc ; timeout = 15', { id: 'abc', timeoutSec: 15 }],
  ['x', { id: 'x', timeoutSec: 60 }],
  ['x;timeout=0', { id: 'x', timeoutSec: 60 }],
  ['', null],
])('session %s', (value, expected) => {
  expect(readSession(headers(`Session: ${value}`))).toEqual(expected)
})

test.each([
  ['RTP/AVP/TCP;unicast;interleaved=0-1;ssrc=0000000A', { rtpChannel: 0, ssrc: 10 }],
  ['RTP/AVP;unicast;interleaved=4-5', { rtpChannel: 4, ssrc: null }],
  ['RTP/AVP/TCP;interleaved=999', { rtpChannel: null, ssrc: null }],
  ['RTP/AVP/TCP;unicast; ssrc = "0xdeadbeef"', { rtpChannel: null, ssrc: 0xdeadbeef }],
])('transport %s', (value, expected) => {
  expect(readTransport(headers(`Transport: ${value}`))).toMatchObject(expected)
})

test.each([
  [
    'RTP/AVP;unicast;client_port=6000-6001;server_port=7000-7001',
    { isUdp: true, rtpPort: 7000, rtcpPort: 7001 },
  ],
  ['RTP/AVP;unicast;client_port=6000-6001', { isUdp: true, rtpPort: null, rtcpPort: null }],
  ['RTP/AVP/UDP;server_port=7000', { isUdp: true, rtpPort: 7000, rtcpPort: 7001 }],
  ['RTP/AVP;server_port=99999-7', { isUdp: true, rtpPort: null, rtcpPort: 7 }],
  ['RTP/AVP;unicast;interleaved=2-5', { isUdp: false, rtpChannel: 2, rtcpChannel: 5 }],
])('ports and channels of %s', (value, expected) => {
  expect(readTransport(headers(`Transport: ${value}`))).toMatchObject(expected)
})

test('methods on offer', () => {
  expect([...readPublic(headers('Public: OPTIONS, describe,SETUP', 'Public: GET_PARAMETER'))]).toEqual([
    'OPTIONS',
    'DESCRIBE',
    'SETUP',
    'GET_PARAMETER',
  ])
})
