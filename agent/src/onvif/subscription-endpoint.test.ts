import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { OnvifSession } from './onvif-session.js'
import { subscriptionEndpoint } from './subscription-endpoint.js'

function endpointOf(address: string, at: { port: number; tls?: boolean }) {
  const endpoint = { address: '192.0.2.9', host: '192.0.2.9', ...at }
  const deps = { clock: systemClock, random: systemRandom }
  using session = new OnvifSession(endpoint, null, deps, new AbortController().signal)
  return subscriptionEndpoint(address, session)
}

const web = { port: 8106 }
const secure = { port: 443, tls: true }
const own = '/onvif/event_service'

test.each<[string, string, typeof web | typeof secure, ReturnType<typeof endpointOf>]>([
  ['a port of its own', 'http://10.0.0.9:1024/e-1', web, { port: 1024, path: '/e-1', tls: false }],
  ['the usual port', 'http://10.0.0.9/sub?Idx=0', web, { port: 80, path: '/sub?Idx=0', tls: false }],
  ['two ports that are ours', 'http://10.0.0.9:8106:8106/sub', web, { port: 8106, path: '/sub', tls: false }],
  [
    'ours and the one inside',
    'http://10.0.0.9:8106:80/sub?a=1',
    web,
    { port: 8106, path: '/sub?a=1', tls: false },
  ],
  ['two others', 'http://10.0.0.9:80:1024/sub', web, { port: 1024, path: '/sub', tls: false }],
  ['IPv6 without brackets', 'http://fe80::1/sub', web, { port: 80, path: '/sub', tls: false }],
  ['IPv6 with its zone', 'http://[fe80::1%eth0]:1024/sub', web, { port: 1024, path: '/sub', tls: false }],
  ['no host', 'http://:8106/sub', web, { port: 8106, path: '/sub', tls: false }],
  ['a blank in the path', ' http://10.0.0.9:8106/a b ', web, { port: 8106, path: '/a%20b', tls: false }],
  ['HTTPS, asked without', 'https://10.0.0.9/sub', web, { port: 443, path: '/sub', tls: true }],
  ['HTTP, asked over HTTPS', 'http://10.0.0.9:80/sub', secure, { port: 443, path: '/sub', tls: true }],
  [
    'our port, under the wrong scheme',
    'http://10.0.0.9:443/sub',
    secure,
    { port: 443, path: '/sub', tls: true },
  ],
  ['another HTTPS port', 'https://10.0.0.9:8443/sub', secure, { port: 8443, path: '/sub', tls: true }],
  ['no address', 'urn:uuid:5f5a69c2', web, { port: 8106, path: own, tls: false }],
  ['nothing', '', secure, { port: 443, path: own, tls: true }],
])('a subscription is asked at its port and path, on our host: %s', (_name, address, at, expected) => {
  expect(endpointOf(address, at)).toEqual(expected)
})
