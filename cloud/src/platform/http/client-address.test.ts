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
    expect(addresses.doubtOf(request('10.0.0.2', forwarded))).toBe(null)
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
    expect(addresses.doubtOf(request('10.0.0.2', forwarded))).toBe('unreadable')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'proxy.address_unreadable', proxy: '10.0.0.2' },
    ])
  })

  it('does not matter where the peer is no trusted proxy', () => {
    const addresses = new ClientAddresses(['10.0.0.2'], silentLog)
    expect(addresses.doubtOf(request('203.0.113.9', 'unknown'))).toBe(null)
  })
})

describe('a trusted proxy that writes other headers', () => {
  const addresses = () => new ClientAddresses(['10.0.0.0/8'], silentLog)
  const by = (headers: Record<string, string>, remoteAddress = '10.0.0.2') => {
    const asked = { headers, socket: { remoteAddress } }
    return [addresses().of(asked), addresses().doubtOf(asked)]
  }

  it.each([
    ['for=198.51.100.1', '198.51.100.1'],
    ['for="[2001:db8::1]:4711"', '2001:db8::1'],
    ['For="[2001:DB8::1]"', '2001:db8::1'],
    ['for=198.51.100.1:4711', '198.51.100.1'],
    ['for="198.51.100.1:_hidden"', '198.51.100.1'],
    ['proto=https;host="video.example.com:443";for=198.51.100.1;by=_edge', '198.51.100.1'],
    ['for=198.51.100.1; proto=https;', '198.51.100.1'],
    ['for=1.2.3.4, for=198.51.100.1', '198.51.100.1'],
    ['for=1.2.3.4,for="198.51.100.1", for=10.0.0.3', '198.51.100.1'],
    ['for=1.2.3.4, for=198.51.100.1, ,', '198.51.100.1'],
    ['for="1.2.3.4, for=198.51.100.1', '198.51.100.1'],
    ['for=198.51.100.1;host="a, for=1.2.3.4"', '198.51.100.1'],
    ['for=198.51.100.1;host="a\\", for=1.2.3.4"', '198.51.100.1'],
    [`${'x,'.repeat(8_000)} for=198.51.100.1`, '198.51.100.1'],
  ])('Forwarded: %s', (forwarded, address) => {
    expect(by({ forwarded })).toEqual([address, null])
    expect(by({ forwarded: `for=1.2.3.4, ${forwarded}` })).toEqual([address, null])
  })

  it.each([
    'for=unknown',
    'for=_hidden',
    'for="_hidden:80"',
    'for=',
    'for=198.51.100.1, proto=https',
    'for=198.51.100.1, for',
    'for="198.51.100.1',
    `for=198.51.100.1;host="${'a'.repeat(2_000)}"`,
  ])('Forwarded: %s, which names nobody', (forwarded) => {
    expect(by({ forwarded })).toEqual(['10.0.0.2', 'unreadable'])
  })

  it('X-Real-IP, where there is no other', () => {
    expect(by({ 'x-real-ip': '198.51.100.1' })).toEqual(['198.51.100.1', null])
    expect(by({ 'x-real-ip': '[2001:db8::1]', forwarded: 'proto=https' })).toEqual(['2001:db8::1', null])
    expect(by({ 'x-real-ip': 'unknown' })).toEqual(['10.0.0.2', 'unreadable'])
    expect(by({ 'x-real-ip': '1.2.3.4', 'x-forwarded-for': '198.51.100.1' })).toEqual(['198.51.100.1', null])
    expect(by({ 'x-real-ip': '1.2.3.4', forwarded: 'for=198.51.100.1' })).toEqual(['198.51.100.1', null])
  })

  it('is believed, and nobody else', () => {
    for (const headers of [{ forwarded: 'for=1.2.3.4' }, { 'x-real-ip': '1.2.3.4' }])
      expect(by(headers, '203.0.113.9')).toEqual(['203.0.113.9', null])
  })

  it('counts by X-Forwarded-For where Forwarded says another, which is said once', () => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    const both = new ClientAddresses(['10.0.0.2'], log)
    const headers = { 'x-forwarded-for': '198.51.100.1:80', forwarded: 'for="198.51.100.1:81"' }
    const asked = (forwarded: string) => ({
      headers: { ...headers, forwarded },
      socket: { remoteAddress: '10.0.0.2' },
    })
    expect(both.doubtOf(asked('for="198.51.100.1:81"'))).toBe(null)
    for (const other of ['for=1.2.3.4', 'for=unknown', 'for=1.2.3.5']) {
      expect(both.of(asked(other))).toBe('198.51.100.1')
      expect(both.doubtOf(asked(other))).toBe('differing')
    }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'proxy.addresses_differ', address: '198.51.100.1', other: '1.2.3.4' },
    ])
  })

  it('says nothing of who asks', () => {
    expect(by({})).toEqual(['10.0.0.2', 'unsaid'])
    expect(by({ forwarded: 'proto=https', 'x-forwarded-for': ' ' })).toEqual(['10.0.0.2', 'unsaid'])
    expect(by({}, '203.0.113.9')).toEqual(['203.0.113.9', null])
  })
})
