import type { DiscoveredDevice } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { markAdded } from './mark-added.js'

const device: DiscoveredDevice = {
  id: 'urn:uuid:1',
  name: 'Gate',
  manufacturer: null,
  model: null,
  address: '10.0.0.5',
  port: 80,
  xaddrs: [],
  rtsp_urls: [],
  sources: ['ws-discovery'],
  endpoint: null,
  mac: null,
  serial: 'S-1',
  state: 'needs_credentials',
}
const camera = { host: '10.0.0.9', port: 80, serial: null }
const stateOf = (found: DiscoveredDevice, added: Partial<typeof camera> | { serial: string }) =>
  markAdded([found], [{ ...camera, ...added }])[0]?.state

it('a device is added once a camera has its address, by whichever port, or its serial number', () => {
  expect(stateOf(device, {})).toBe('needs_credentials')
  expect(stateOf(device, { host: '10.0.0.5', port: 554 })).toBe('already_added')
  expect(stateOf(device, { serial: 'S-1' })).toBe('already_added')
  expect(stateOf({ ...device, serial: '' }, { serial: '' })).toBe('needs_credentials')
})

it('on loopback the port has to fit', () => {
  const here = { ...device, address: '127.0.0.1', port: 8000 }
  expect(stateOf(here, { host: '127.0.0.1', port: 554 })).toBe('needs_credentials')
  expect(stateOf(here, { host: '127.0.0.1', port: 8000 })).toBe('already_added')
})
