import { expect, test } from 'vitest'
import { createAddressPolicy } from '../platform/address-policy.js'
import { noIdentity } from './camera-identity.js'
import { findMovedCamera } from './find-moved-camera.js'
import { mergeDevices } from './merge-devices.js'
import { sighting } from './sighting.fixture.js'

const allowed = createAddressPolicy([])
const camera = {
  ...noIdentity,
  mac: 'aa:bb:cc:dd:ee:01',
  serial: 'SN-0042',
  endpoint: 'urn:uuid:1',
  model: 'M1',
}
const at = (address: string) => ({ address, port: 80 })

test('the strongest proof wins over others that claim less', () => {
  const devices = mergeDevices([
    sighting({ ...at('10.0.0.8'), endpoint: 'urn:uuid:1', model: 'M1' }),
    sighting({ ...at('10.0.0.9'), mac: 'aa:bb:cc:dd:ee:01' }),
    sighting({ ...at('10.0.0.10'), mac: 'aa:bb:cc:dd:ee:09' }),
  ])
  expect(findMovedCamera(camera, devices, allowed)).toMatchObject({
    host: '10.0.0.9',
    port: 80,
    proof: { kind: 'mac' },
  })
})

test('two that claim the same are no proof, nor is one at an address where no cameras are', () => {
  const claims = ['10.0.0.8', '10.0.0.9'].map((address, n) =>
    sighting({ ...at(address), serial: n === 0 ? 'SN-0042' : null, endpoint: 'urn:uuid:1', model: 'M1' }),
  )
  // By their common endpoint these two are one device with two addresses.
  expect(findMovedCamera(camera, mergeDevices(claims), allowed)?.addresses).toEqual(['10.0.0.8', '10.0.0.9'])
  const devices = ['10.0.0.8', '10.0.0.9'].flatMap((address) =>
    mergeDevices([sighting({ ...at(address), serial: 'SN-0042' })]),
  )
  expect(findMovedCamera(camera, devices, allowed)).toBeNull()
  const abroad = mergeDevices([sighting({ ...at('203.0.113.9'), mac: camera.mac })])
  expect(findMovedCamera(camera, abroad, allowed)).toBeNull()
})

test('a stream that only mDNS announces has no ONVIF port', () => {
  const devices = mergeDevices([
    sighting({ ...at('10.0.0.9'), port: 554, onvif: false, source: 'mdns', mac: camera.mac }),
  ])
  expect(findMovedCamera(camera, devices, allowed)).toMatchObject({ host: '10.0.0.9', port: null })
})
