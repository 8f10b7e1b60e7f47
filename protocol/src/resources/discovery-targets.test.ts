import { expect, test } from 'vitest'
import { addressesIn, DiscoveryRequest, DiscoveryTargets } from './discovery-targets.js'

test.each([
  ['192.168.4.20', 1],
  ['camera-7.local', 1],
  ['192.168.4.0/22', 1024],
  ['192.168.4.0/24', 256],
  ['192.168.4.20/32', 1],
  ['10.0.0.0/21', 0],
  ['10.0.0.0/33', 0],
  ['10.0.0.0/', 0],
  ['10.0.0.0/24/24', 0],
  ['10.0.0.256', 0],
  ['10.0.0', 0],
  ['fd00::/120', 0],
  ['http://10.0.0.1/', 0],
  ['-camera', 0],
  ['', 0],
])('%s names %i addresses', (target, addresses) => {
  expect(addressesIn(target)).toBe(addresses)
})

test('one scan has 1,024 addresses at most, in 64 targets at most', () => {
  expect(DiscoveryTargets.parse([' 192.168.4.0/22 '])).toEqual(['192.168.4.0/22'])
  expect(DiscoveryTargets.safeParse(['192.168.4.0/22', '10.0.0.1']).success).toBe(false)
  expect(DiscoveryTargets.safeParse(Array.from({ length: 65 }, () => 'a.local')).success).toBe(false)
  expect(DiscoveryTargets.safeParse([]).success).toBe(false)
})

test('a scan of the own networks needs no body', () => {
  for (const body of [undefined, {}]) expect(DiscoveryRequest.safeParse(body).success).toBe(true)
  expect(DiscoveryRequest.safeParse({ targets: ['10.0.0.0/8'] }).success).toBe(false)
})
