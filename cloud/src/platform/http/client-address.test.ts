import { expect, test } from 'vitest'
import { clientAddress } from './client-address.js'

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
  ['trusted proxies alone', '10.0.0.2', '10.0.0.3', ['10.0.0.0/8'], '10.0.0.3'],
  ['no header', '10.0.0.2', undefined, ['10.0.0.0/8'], '10.0.0.2'],
  ['no address in the header', '10.0.0.2', 'unknown', ['10.0.0.0/8'], '10.0.0.2'],
  ['a proxy in IPv6 clothes', '::ffff:10.0.0.2', '2001:db8::1', ['10.0.0.2'], '2001:db8::1'],
  ['a range of the other kind', '2001:db8::2', '198.51.100.1', ['10.0.0.0/8'], '2001:db8::2'],
])('%s', (_, remoteAddress, forwarded, trusted, address) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(clientAddress({ headers, socket: { remoteAddress } }, trusted)).toBe(address)
})
