import { describe, expect, it, test } from 'vitest'
import { createLog, silentLog } from '../log.js'
import { ClientAddresses } from './client-address.js'

const request = (remoteAddress: string, forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
})

test.each([
  ['no proxy is trusted', '203.0.113.9', '198.51.100.1', [], '203.0.113.9'],
  ['behind a trusted proxy', '10.0.0.2', '198.51.100.1', ['10.0.0.0/8'], '198.51.100.1'],
  [
    'what a client forged before the proxy',
    '10.0.0.2',
    '1.2.3.4, 198.51.100.1',
    ['10.0.0.2'],
    '198.51.100.1',
  ],
  ['two trusted proxies', '10.0.0.2', '198.51.100.1, 10.0.0.3', ['10.0.0.0/8'], '198.51.100.1'],
  ['with their ports', '10.0.0.2', '198.51.100.1:4711, 10.0.0.3:80', ['10.0.0.0/8'], '198.51.100.1'],
  ['trusted proxies alone', '10.0.0.2', '10.0.0.3', ['10.0.0.0/8'], '10.0.0.3'],
  ['no header', '10.0.0.2', undefined, ['10.0.0.0/8'], '10.0.0.2'],
  ['a proxy in IPv6 clothes', '::ffff:10.0.0.2', '2001:db8::1', ['10.0.0.2'], '2001:db8::1'],
  ['a range in IPv6 clothes', '10.0.0.2', '2001:db8::1', ['::ffff:10.0.0.0/104'], '2001:db8::1'],
  ['a range of the other kind', '2001:db8::2', '198.51.100.1', ['10.0.0.0/8'], '2001:db8::2'],
  ['a peer with a zone', 'fe80::1%eth0', undefined, [], 'fe80::1'],
  ['a trusted peer with a zone', 'fe80::1%eth0', '198.51.100.1', ['fe80::/10'], '198.51.100.1'],
  ['a client of IPv4 at a socket for both', '::ffff:203.0.113.9', undefined, [], '203.0.113.9'],
  ['a peer that is gone', '', undefined, [], ''],
])('%s', (_, remoteAddress, forwarded, trusted, address) => {
  expect(new ClientAddresses(trusted, silentLog).of(request(remoteAddress, forwarded))).toBe(address)
})

describe('the way in which a proxy writes an address is no part of it', () => {
  it.each([
    ['198.51.100.1:4711', '198.51.100.1'],
    ['198.51.100.1:', '198.51.100.1'],
    ['198.51.100.1:_hidden', '198.51.100.1'],
    ['"198.51.100.1:4711"', '198.51.100.1'],
    [' 198.51.100.1 ', '198.51.100.1'],
    ['[198.51.100.1]:80', '198.51.100.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['[::ffff:198.51.100.1]:80', '198.51.100.1'],
    ['::ffff:198.51.100.1:4711', '198.51.100.1'],
  ])('%s', (forwarded, address) => {
    const addresses = new ClientAddresses(['10.0.0.2'], silentLog)
    expect(addresses.of(request('10.0.0.2', forwarded))).toBe(address)
    expect(addresses.isUnread(request('10.0.0.2', forwarded))).toBe(false)
  })
})

describe('what names nobody', () => {
  it.each([
    'unknown',
    '_hidden',
    'client.example.com',
    '10',
    '0x7f.1',
    '198.51.100.300',
    '[198.51.100.1',
    '198.51.100.1 198.51.100.2',
    '1.2.3.4, ',
    '[]:80',
    '1.2.3.4, unknown',
  ])('"%s": all of that proxy are one, and it is said once', (forwarded) => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    const addresses = new ClientAddresses(['10.0.0.2'], log)
    for (let n = 0; n < 3; n += 1) expect(addresses.of(request('10.0.0.2', forwarded))).toBe('10.0.0.2')
    expect(addresses.isUnread(request('10.0.0.2', forwarded))).toBe(true)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'proxy.address_unreadable', proxy: '10.0.0.2' },
    ])
  })

  it('does not matter where the peer is no trusted proxy', () => {
    const addresses = new ClientAddresses(['10.0.0.2'], silentLog)
    expect(addresses.isUnread(request('203.0.113.9', 'unknown'))).toBe(false)
  })
})
