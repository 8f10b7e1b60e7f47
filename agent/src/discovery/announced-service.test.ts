import { expect, test } from 'vitest'
import { readAnnouncedService } from './announced-service.js'

const service = {
  name: 'AXIS M1 - ACCC8E010203',
  type: 'rtsp',
  port: 554,
  host: 'axis-accc8e010203.local',
  addresses: ['169.254.8.8', '192.168.1.20'],
  txt: { MACADDRESS: 'ACCC8E010203', path: 'axis-media/media.amp' },
  referer: { address: '192.168.1.20' },
}

const routers = new Set(['192.168.1.1'])
const read = (said: object) => readAnnouncedService(said, routers)

test('an RTSP announcement gives an address to play from', () => {
  expect(read(service)).toMatchObject({
    source: 'mdns',
    address: '192.168.1.20',
    port: 554,
    onvif: false,
    mac: 'ac:cc:8e:01:02:03',
    rtspUrls: ['rtsp://192.168.1.20:554/axis-media/media.amp'],
    xaddrs: [],
  })
})

test.each([
  ['no address announced: the source of the packet', { addresses: [] }, '192.168.1.20'],
  ['no source known: a routable one of those announced', { referer: undefined }, '192.168.1.20'],
  [
    'a link-local source: the routable one announced',
    { referer: { address: '169.254.8.8' } },
    '192.168.1.20',
  ],
  [
    'a source that is not announced, as of a device that announces another interface: the source',
    { referer: { address: '192.168.1.7' } },
    '192.168.1.7',
  ],
  [
    'a router that repeats what is announced in another network: the one announced',
    { referer: { address: '192.168.1.1' }, addresses: ['10.0.20.5'] },
    '10.0.20.5',
  ],
  [
    'a router that announces no address, as one with an RTSP service of its own: the source',
    { referer: { address: '192.168.1.1' }, addresses: [] },
    '192.168.1.1',
  ],
  ['IPv6 only, and no source', { addresses: ['fe80::1'], referer: undefined }, undefined],
])('%s', (_name, said, address) => {
  expect(read({ ...service, ...said })?.address).toBe(address)
})

test('the MAC at the end of the name counts where the TXT record has none', () => {
  expect(read({ ...service, txt: undefined })?.mac).toBe('ac:cc:8e:01:02:03')
})

test.each([
  ['another type of service', { type: 'ipp' }],
  ['no port', { port: 0 }],
  ['nothing readable', { name: 7 }],
])('%s is no camera', (_name, said) => {
  expect(read({ ...service, ...said })).toBeNull()
})

test.each([
  ['@198.51.100.7/x', 'rtsp://192.168.1.20:554/@198.51.100.7/x'],
  ['//198.51.100.7/x', 'rtsp://192.168.1.20:554/198.51.100.7/x'],
  ['\\\\198.51.100.7\\x', 'rtsp://192.168.1.20:554/198.51.100.7\\x'],
])('a path %s leads to no other host', (path, url) => {
  expect(read({ ...service, txt: { path } })?.rtspUrls).toEqual([url])
})
