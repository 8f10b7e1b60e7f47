import {
  createAddressPolicy,
  createAskDevice,
  createDiscovery,
  describeDevice,
  probeStream,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent'
import { describe, expect, test } from 'vitest'
import { type CameraOptions, type FakeCamera, startCamera } from '../fakes/camera/index.js'

const noSignal = new AbortController().signal
const deps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
}

const discovery = () => createDiscovery({ ...deps, look: createAskDevice(deps), scanFrom: ['127.0.0.1'] })

function describeCamera(camera: FakeCamera, given: { password?: string; port?: number } = {}) {
  const { username, password } = camera.options.credentials
  const target = { host: camera.host, port: camera.onvifPort, username, password, ...given }
  return describeDevice(target, deps, noSignal)
}

test('cameras are found once each, by both ways, with what they say of themselves', async () => {
  const seen = {
    wsDiscovery: true,
    mdns: true,
    probeAnswers: 2,
    extraXaddrs: ['http://169.254.7.7/onvif/device_service'],
  }
  await using door = await startCamera({ ...seen, name: 'Front door & hall' })
  await using yard = await startCamera({ ...seen, name: 'Yard', challenges: [] })
  await using shop = await startCamera({ ...seen, name: 'Shop' })
  const known = [{ address: shop.host, ports: [shop.rtspPort] }]
  const devices = await discovery().discover({ known }, noSignal)
  const found = (camera: FakeCamera) => devices.filter((device) => device.endpoint === camera.device.endpoint)

  expect(found(door)).toMatchObject([
    {
      name: 'Front door & hall',
      address: '127.0.0.1',
      port: door.onvifPort,
      sources: ['ws-discovery', 'mdns'],
      mac: door.device.mac.toLowerCase(),
      state: 'needs_credentials',
    },
  ])
  expect(found(door)[0]?.xaddrs[0]).toBe(`http://127.0.0.1:${door.onvifPort}/onvif/device_service`)
  expect(found(door)[0]?.rtsp_urls).toEqual([door.rtspUrl()])
  expect(found(yard)).toMatchObject([
    {
      state: 'new',
      manufacturer: yard.device.manufacturer,
      model: yard.device.model,
      serial: yard.device.serial,
    },
  ])
  expect(found(shop)).toMatchObject([{ state: 'already_added' }])
  const mine = [door, yard, shop].flatMap((camera) => [camera.rtspPort, camera.onvifPort])
  expect(devices.filter((device) => mine.includes(device.port))).toHaveLength(3)
  expect([door, yard, shop].map((camera) => camera.counters.credentialsFailed)).toEqual([0, 0, 0])
})

describe('describing a camera', () => {
  const cases: [name: string, options: CameraOptions][] = [
    ['by username token', { onvifLogins: ['username-token'] }],
    ['by HTTP digest', { onvifLogins: ['http-digest'] }],
    [
      'by HTTP digest with SHA-256',
      { onvifLogins: ['http-digest'], challenges: [{ scheme: 'Digest', algorithm: 'SHA-256', qop: true }] },
    ],
    ['with both offered', { onvifLogins: ['username-token', 'http-digest'] }],
    [
      'whose clock is ten hours ahead',
      { onvifLogins: ['username-token'], clockOffsetMs: 36_000_000, onvifClockWindowSec: 5 },
    ],
    ['that gives out the address of another network', { announcedHost: '10.9.8.7' }],
  ]
  test.each(cases)('%s', async (_name, options) => {
    await using camera = await startCamera(options)
    const result = await describeCamera(camera)
    expect(result).toMatchObject({
      ok: true,
      device: {
        manufacturer: camera.device.manufacturer,
        model: camera.device.model,
        serial: camera.device.serial,
        firmware: camera.device.firmware,
        mac: camera.device.mac.toLowerCase(),
        main: { codec: 'h264', streamUrl: camera.rtspUrl('main') },
        sub: { streamUrl: camera.rtspUrl('sub') },
        snapshotUrl: camera.snapshotUrl(),
      },
    })
    const offset = result.ok ? result.device.clockOffsetMs : null
    expect(Math.abs((offset ?? Number.NaN) - camera.options.clockOffsetMs)).toBeLessThan(2500)
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test.each(['username-token', 'http-digest'] as const)(
    'a wrong password is tried exactly once: %s',
    async (login) => {
      await using camera = await startCamera({ onvifLogins: [login] })
      expect(await describeCamera(camera, { password: 'not this one' })).toMatchObject({
        ok: false,
        failure: { fault: 'auth' },
      })
      expect(camera.counters.credentialsFailed).toBe(1)
      expect(camera.counters.credentialsOk).toBe(0)
    },
  )

  test('the streams that it names play with the same account', async () => {
    await using camera = await startCamera()
    const described = await describeCamera(camera)
    const { credentials } = camera.options
    for (const profile of described.ok ? [described.device.main, described.device.sub] : [null]) {
      const endpoint = { url: profile?.streamUrl ?? '', credentials }
      const probed = await probeStream(endpoint, { ...deps, allowsAddress: deps.allowed })
      expect(probed).toMatchObject({ ok: true, stream: { codec: 'h264', width: profile?.width } })
    }
  })

  test('the port of RTSP instead of ONVIF', async () => {
    await using camera = await startCamera()
    const result = await describeCamera(camera, { port: camera.rtspPort })
    expect(result).toMatchObject({ ok: false, failure: { fault: 'protocol' } })
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test('a camera without power', async () => {
    await using camera = await startCamera()
    await camera.faults.refuseConnections()
    expect(await describeCamera(camera)).toMatchObject({ ok: false, failure: { fault: 'refused' } })
  })
})
