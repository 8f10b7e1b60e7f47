import { DiscoveredDevice, DiscoverOutcome } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { mergeDevices } from './merge-devices.js'
import { probeMatches } from './probe-matches.fixture.js'
import { readProbeMatches } from './probe-matches.js'
import { sighting } from './sighting.fixture.js'
import { fitting, toWire } from './wire-device.js'

const long = 'x'.repeat(3000)
const scopes = ['name', 'hardware', 'mfr', 'serial'].map(
  (category) => `onvif://www.onvif.org/${category}/${long}`,
)
const xaddrs = Array.from({ length: 40 }, (_, i) => `http://10.0.0.${i}/${'y'.repeat(900)}`)

test('whatever a device says fits the protocol', () => {
  const answer = probeMatches({ endpoint: `urn:${long}`, scopes: scopes.join(' '), xaddrs: xaddrs.join(' ') })
  const [device] = mergeDevices(readProbeMatches(Buffer.from(answer), '10.0.0.1'))
  expect(device).toBeDefined()
  const wire = device && toWire(device, 'new')
  expect(DiscoveredDevice.parse(wire)).toEqual(wire)
})

test('a flood of devices still fits one frame', () => {
  const flood = Array.from({ length: 400 }, (_, i) =>
    sighting({
      address: `10.0.${i >> 8}.${i & 255}`,
      port: 80,
      endpoint: `u${i}`,
      xaddrs: xaddrs.slice(0, 3),
    }),
  )
  const devices = fitting(mergeDevices(flood).map((device) => toWire(device, 'new')))
  expect(devices.length).toBeGreaterThan(50)
  expect(devices[0]?.address).toBe('10.0.0.0')
  expect(DiscoverOutcome.parse({ devices }).devices).toHaveLength(devices.length)
  expect(Buffer.byteLength(JSON.stringify({ devices }))).toBeLessThan(250 * 1024)
})

test('a device that says what nobody takes costs no other', () => {
  const [good, odd] = [
    sighting({ address: '10.0.0.1', port: 80 }),
    sighting({ address: '10.0.0.2', port: 0 }),
  ]
  const devices = fitting(mergeDevices([odd, good]).map((device) => toWire(device, 'new')))
  expect(devices.map(({ address }) => address)).toEqual(['10.0.0.1'])
})
