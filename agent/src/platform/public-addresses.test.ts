import { describe, expect, it } from 'vitest'
import { createPublicAddressPolicy } from './public-addresses.js'

describe('the addresses of a relay', () => {
  const policy = createPublicAddressPolicy([])

  it.each(['93.184.216.34', '8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '2a02:26f0::1'])(
    'hold %s',
    (address) => expect(policy(address)).toBeNull(),
  )

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '::',
    '::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2001::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'camera.example.com',
    '',
  ])('do not hold %s, and the reason names no address', (address) => {
    expect(policy(address)).toMatch(/^this is not a public address/)
  })

  it('grow by what the operator lists, and no more', () => {
    const wider = createPublicAddressPolicy(['127.0.0.0/8', 'fd00::/8', '0.0.0.0/0'])
    expect(wider('127.0.0.1')).toBeNull()
    expect(wider('::ffff:127.0.0.1')).toBeNull()
    expect(wider('fd00::1')).toBeNull()
    expect(wider('::1')).not.toBeNull()
    expect(wider('224.0.0.1')).not.toBeNull()
    expect(wider('0.0.0.0')).not.toBeNull()
  })

  it('refuse a list that is none', () => {
    expect(() => createPublicAddressPolicy(['10.0.0.0/33'])).toThrow(RangeError)
  })
})
