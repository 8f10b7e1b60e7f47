import { describe, expect, test } from 'vitest'
import { mergeDevices } from './merge-devices.js'
import { sighting } from './sighting.fixture.js'
import type { Sighting } from './sighting.js'

const at = { address: '192.168.1.20', port: 80 }
const elsewhere = { address: '192.168.7.20', port: 80 }
const rtsp = {
  source: 'mdns',
  onvif: false,
  address: '192.168.1.20',
  port: 554,
  rtspUrls: ['rtsp://192.168.1.20:554/'],
} as const

describe('what belongs together', () => {
  const cases: [name: string, sightings: Sighting[], devices: number][] = [
    ['the same answer twice', [sighting({ ...at, endpoint: 'u1' }), sighting({ ...at, endpoint: 'u1' })], 1],
    [
      'two interfaces, one endpoint',
      [sighting({ ...at, endpoint: 'u' }), sighting({ ...elsewhere, endpoint: 'u' })],
      1,
    ],
    ['two addresses, one MAC', [sighting({ ...at, mac: 'm' }), sighting({ ...elsewhere, mac: 'm' })], 1],
    [
      'two addresses, one serial',
      [sighting({ ...at, serial: 'SN-0042' }), sighting({ ...elsewhere, serial: 'SN-0042' })],
      1,
    ],
    [
      'a serial that all of a make share',
      [sighting({ ...at, serial: '000000' }), sighting({ ...elsewhere, serial: '000000' })],
      2,
    ],
    [
      'an endpoint made anew at each start',
      [sighting({ ...at, endpoint: 'u1' }), sighting({ ...at, endpoint: 'u2' })],
      1,
    ],
    [
      'two ports with an endpoint each',
      [sighting({ ...at, endpoint: 'u1' }), sighting({ ...at, port: 81, endpoint: 'u2' })],
      2,
    ],
    ['RTSP by mDNS at the address of one device', [sighting({ ...at, endpoint: 'u1' }), sighting(rtsp)], 1],
    [
      'RTSP by mDNS at the address of two',
      [sighting({ ...at, endpoint: 'u1' }), sighting({ ...at, port: 81, endpoint: 'u2' }), sighting(rtsp)],
      3,
    ],
    [
      'two strangers on loopback',
      [
        sighting({ address: '127.0.0.1', port: 80, endpoint: 'u1' }),
        sighting({ ...rtsp, address: '127.0.0.1' }),
      ],
      2,
    ],
    [
      'mDNS and WS-Discovery with one MAC on loopback',
      [
        sighting({ address: '127.0.0.1', port: 80, mac: 'm' }),
        sighting({ ...rtsp, address: '127.0.0.1', mac: 'm' }),
      ],
      1,
    ],
    [
      'services of one mDNS instance',
      [sighting({ ...rtsp, instance: 'cam@h' }), sighting({ ...rtsp, port: 80, instance: 'cam@h' })],
      1,
    ],
    [
      'three that are linked by the one in the middle',
      [
        sighting({ ...at, endpoint: 'u' }),
        sighting({ ...elsewhere, mac: 'm' }),
        sighting({ address: '10.0.0.1', port: 80, mac: 'm', endpoint: 'u' }),
      ],
      1,
    ],
  ]
  test.each(cases)('%s', (_name, sightings, devices) => {
    expect(mergeDevices(sightings)).toHaveLength(devices)
    expect(mergeDevices(sightings.toReversed())).toHaveLength(devices)
  })
})

test('a merged device says what each answer knew, and where it is reached best', () => {
  const [device, ...others] = mergeDevices([
    sighting({ ...rtsp, mac: 'aa:bb:cc:dd:ee:ff', name: 'AXIS M1 - AABBCCDDEEFF' }),
    sighting({ address: '169.254.3.4', port: 80, endpoint: 'urn:uuid:1', xaddrs: ['http://169.254.3.4/o'] }),
    sighting({
      ...at,
      endpoint: 'urn:uuid:1',
      mac: 'aa:bb:cc:dd:ee:ff',
      model: 'M1',
      xaddrs: ['http://192.168.1.20/o'],
    }),
  ])
  expect(others).toEqual([])
  expect(device).toEqual({
    id: 'mac:aa:bb:cc:dd:ee:ff',
    name: 'AXIS M1 - AABBCCDDEEFF',
    manufacturer: null,
    model: 'M1',
    address: '192.168.1.20',
    addresses: ['192.168.1.20', '169.254.3.4'],
    port: 80,
    onvif: true,
    xaddrs: ['http://192.168.1.20/o', 'http://169.254.3.4/o'],
    rtspUrls: ['rtsp://192.168.1.20:554/'],
    sources: ['ws-discovery', 'mdns'],
    endpoint: 'urn:uuid:1',
    mac: 'aa:bb:cc:dd:ee:ff',
    serial: null,
  })
})

test.each([
  ['its own name', { name: 'Door', model: 'M1' }, 'Door'],
  ['its model', { model: 'M1' }, 'M1'],
  ['its address', {}, '192.168.1.20'],
])('a device is called by %s', (_what, said, name) => {
  expect(mergeDevices([sighting({ ...at, ...said })])[0]?.name).toBe(name)
})

test('devices are listed by address, as numbers', () => {
  const addresses = ['192.168.1.100', '192.168.1.20', '10.0.0.3']
  const devices = mergeDevices(addresses.map((address) => sighting({ address, port: 80 })))
  expect(devices.map((device) => device.address)).toEqual(['10.0.0.3', '192.168.1.20', '192.168.1.100'])
})
