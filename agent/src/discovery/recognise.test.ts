import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { CameraConnection } from '@sightline/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createAddressPolicy } from '../platform/address-policy.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { probeMatches } from './probe-matches.fixture.js'
import { wsDiscoveryGroup } from './probe-message.js'
import { recognise } from './recognise.js'

const deps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
}
const noSignal = new AbortController().signal
const scopes = 'onvif://www.onvif.org/MAC/aa:bb:cc:dd:ee:01 onvif://www.onvif.org/hardware/M1'

/** Something at one address that answers probes sent to it alone. */
async function deviceAt(host: string, port: number): Promise<() => number> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.bind(wsDiscoveryGroup.port, host)
  await once(socket, 'listening')
  let probes = 0
  socket.on('message', (_probe, sender) => {
    probes += 1
    const answer = probeMatches({ xaddrs: `http://${host}:${port}/onvif/device_service`, scopes })
    socket.send(answer, sender.port, sender.address)
  })
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return () => probes
}

const onvif = (host: string, port: number): CameraConnection => ({
  type: 'onvif',
  host,
  port,
  credentials: null,
})
const rtsp = (url: string): CameraConnection => ({
  type: 'rtsp',
  rtsp_url: url,
  rtsp_sub_url: null,
  credentials: null,
})

test('the device at an address says who it is, to one probe and without an account', async () => {
  const probes = await deviceAt('127.0.0.91', 8080)
  const said = { mac: 'aa:bb:cc:dd:ee:01', model: 'M1' }
  expect(await recognise(onvif('127.0.0.91', 8080), deps, noSignal)).toMatchObject(said)
  expect(probes()).toBe(1)
  expect(await recognise(rtsp('rtsp://127.0.0.91/main'), deps, noSignal)).toMatchObject(said)
})

test('another simulated camera at the address of this machine is told by its port', async () => {
  await deviceAt('127.0.0.92', 8080)
  expect(await recognise(onvif('127.0.0.92', 8081), deps, noSignal)).toBeNull()
})

test.each([
  ['a name, which follows its camera', rtsp('rtsp://camera.local/main')],
  ['an address where no cameras may be', onvif('203.0.113.9', 80)],
  ['what cannot be read', rtsp('camera')],
])('%s is not asked', async (_what, connection) => {
  // Whoever asked would wait, and this time stands still.
  expect(await recognise(connection, { ...deps, clock: createFakeClock() }, noSignal)).toBeNull()
})

test('an abort ends it', async () => {
  const reason = new Error('enough')
  await expect(recognise(onvif('127.0.0.93', 80), deps, AbortSignal.abort(reason))).rejects.toBe(reason)
})
