import { describe, expect, it } from 'vitest'
import { parseNetwork, refusalOf } from './address-guard.js'

describe('refusalOf', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('lets %s pass', (address) => {
    expect(refusalOf(address, [])).toBeNull()
  })

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
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('refuses %s', (address) => {
    expect(refusalOf(address, [])).not.toBeNull()
  })

  it('lets a listed network pass, also in its mapped form', () => {
    const allowed = [parseNetwork('127.0.0.0/8')]
    expect(refusalOf('127.0.0.1', allowed)).toBeNull()
    expect(refusalOf('::ffff:127.0.0.1', allowed)).toBeNull()
    expect(refusalOf('10.0.0.1', allowed)).not.toBeNull()
    expect(refusalOf('::1', allowed)).not.toBeNull()
  })
})
