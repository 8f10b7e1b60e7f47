import { describe, expect, it } from 'vitest'
import { createAddressPolicy, parseCidr } from './address-policy.js'

describe('address policy', () => {
  const policy = createAddressPolicy([])

  it.each(['10.1.2.3', '172.16.0.1', '172.31.255.254', '192.168.1.108', 'fd12::7', '::ffff:192.168.1.1'])(
    'lets the agent reach %s',
    (address) => expect(policy(address)).toBeNull(),
  )

  it.each([
    ['127.0.0.1', 'this machine itself'],
    ['::1', 'this machine itself'],
    ['::ffff:127.0.0.1', 'this machine itself'],
    ['::ffff:7f00:1', 'this machine itself'],
    ['[::ffff:7f00:1]', 'this machine itself'],
    ['169.254.169.254', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['224.0.0.1', 'not the address of a single device'],
    ['255.255.255.255', 'not the address of a single device'],
    ['0.0.0.0', 'not the address of a single device'],
    ['ff02::1', 'not the address of a single device'],
    ['8.8.8.8', 'not on a private network'],
    ['172.32.0.1', 'not on a private network'],
    ['2001:db8::1', 'not on a private network'],
    ['camera.local', 'not an IP address'],
  ])('refuses %s: %s', (address, reason) => expect(policy(address)).toContain(reason))

  it('opens what CAMERA_CIDRS lists and no more', () => {
    const listed = createAddressPolicy(['127.0.0.0/8', '203.0.113.7', '::1/128'])
    expect(listed('127.0.0.2')).toBeNull()
    expect(listed('::1')).toBeNull()
    expect(listed('203.0.113.7')).toBeNull()
    expect(listed('203.0.113.8')).toContain('CAMERA_CIDRS')
    expect(createAddressPolicy(['0.0.0.0/0'])('224.0.0.1')).not.toBeNull()
  })

  it.each(['10.0.0.0/33', 'x/8', '10.0.0.0/', '::/129', ''])('refuses "%s" as a network', (cidr) => {
    expect(() => parseCidr(cidr)).toThrow(RangeError)
  })
})
