import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { selfSigned } from '../rtsp/self-signed.fixture.js'
import { DeviceCache } from './device-cache.js'
import { openSession } from './open-session.js'

const noSignal = new AbortController().signal

/** A device over HTTPS, at a port where nobody expects it; it counts what spoke no TLS. */
async function startDevice() {
  const server = createServer(selfSigned(), (_request, response) =>
    response.end('<s:Envelope><s:Body><GetSystemDateAndTimeResponse/></s:Body></s:Envelope>'),
  )
  const device = { port: 0, inTheClear: 0 }
  server.on('tlsClientError', () => {
    device.inTheClear += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  device.port = (server.address() as AddressInfo).port
  return device
}

test('HTTPS is found at any port, and spoken there at once from then on', async () => {
  const device = await startDevice()
  const devices = new DeviceCache()
  const deps = { clock: systemClock, random: systemRandom, allowed: () => null, otherPorts: [], devices }
  const place = { host: '127.0.0.1', port: device.port, credentials: null }
  const meet = async () => {
    using session = await openSession(place, deps, noSignal)
    expect(session.endpoint).toMatchObject({ port: device.port, tls: true })
    return device.inTheClear
  }
  const first = await meet()
  expect(first).toBeGreaterThan(0)
  expect(await meet()).toBe(first)
})
