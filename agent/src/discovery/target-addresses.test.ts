import { expect, test } from 'vitest'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { networkAddresses, targetAddresses } from './target-addresses.js'

const deps = { allowed: createAddressPolicy([]), clock: systemClock }

test.each([
  ['192.168.4.77', 24, 254, '192.168.4.1', '192.168.4.254'],
  ['10.255.252.9', 22, 1022, '10.255.252.1', '10.255.255.254'],
  ['10.0.0.8', 31, 2, '10.0.0.8', '10.0.0.9'],
  ['10.0.0.8', 32, 1, '10.0.0.8', '10.0.0.8'],
])('%s/%i has %i devices from %s to %s', (address, prefix, count, first, last) => {
  const addresses = networkAddresses(address, prefix)
  expect([addresses.length, addresses[0], addresses.at(-1)]).toEqual([count, first, last])
})

test('each address is asked once, however often it is named', async () => {
  expect(await targetAddresses(['10.0.0.8/31', '10.0.0.9', '10.0.0.8'], deps)).toEqual([
    '10.0.0.8',
    '10.0.0.9',
  ])
})

test.each(['203.0.113.0/24', '127.0.0.1', '169.254.0.0/24'])(
  '%s may not be asked, and it says why',
  async (target) => {
    await expect(targetAddresses([target], deps)).rejects.toThrow(/list it in CAMERA_CIDRS/)
  },
)

test('of a network only what is allowed is asked', async () => {
  const allowed = createAddressPolicy(['203.0.113.4/31'])
  expect(await targetAddresses(['203.0.113.0/29'], { ...deps, allowed })).toEqual([
    '203.0.113.4',
    '203.0.113.5',
  ])
})
