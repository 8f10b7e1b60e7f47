import {
  createAddressPolicy,
  createAskDevice,
  createDiscovery,
  describeDevice,
  probeStream,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { describe, expect, test } from 'vitest'
import { type CameraOptions, type FakeCamera, startCamera } from '../fakes/camera/index.js'

const noSignal = new AbortController().signal
const deps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
}

const discovery = () => createDiscovery({ ...deps, identify: createAskDevice(deps), scanFrom: ['127.0.0.1'] })

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

describe('cameras that answer as they should not', () => {
  const device = '/onvif/device_service'
  const quirky = (options: CameraOptions) =>
    startCamera({ wsDiscovery: true, subPicture: null, host: '127.0.0.31', ...options })

  test('are found once each, at the address that works, under a name that can be read', async () => {
    await using many = await quirky({
      name: 'Many addresses',
      extraXaddrs: ['0.0.0.0', '169.254.7.7', '[fe80::1]', '10.9.8.7'].map(
        (host) => `http://${host}${device}`,
      ),
      probeAnswers: 3,
    })
    await using unnamed = await quirky({
      host: '127.0.0.32',
      scopes: 'missing',
      challenges: [],
      model: 'Mystery 7',
    })
    await using latin = await quirky({ host: '127.0.0.33', scopes: 'mojibake' })
    await using noisy = await quirky({ host: '127.0.0.34', name: 'Noisy', probeNoise: ['bad-xml', 'huge'] })
    await using printer = await quirky({ host: '127.0.0.35', discoveredAs: 'printer' })
    await using weak = await quirky({ host: '127.0.0.36', name: 'Weak', rebootsAtConnections: 2 })
    const devices = await discovery().discover({}, noSignal)
    const foundAt = (camera: FakeCamera) => devices.filter((found) => found.address === camera.host)
    expect(foundAt(many)).toMatchObject([
      { name: 'Many addresses', port: many.onvifPort, address: many.host },
    ])
    expect(foundAt(many)[0]?.xaddrs[0]).toBe(`http://${many.host}:${many.onvifPort}${device}`)
    expect(foundAt(unnamed)).toMatchObject([
      { name: 'Mystery 7', serial: unnamed.device.serial, state: 'new' },
    ])
    expect(foundAt(latin)).toMatchObject([{ name: 'T\u00fcr hinten' }])
    expect(foundAt(noisy)).toMatchObject([{ name: 'Noisy', state: 'needs_credentials' }])
    expect(foundAt(printer)).toEqual([])
    expect(printer.counters.probesAnswered).toBeGreaterThan(0)
    expect(foundAt(weak)).toMatchObject([{ name: 'Weak', state: 'needs_credentials' }])
    expect(weak.counters.reboots).toBe(0)
  })

  test('are one camera before and after a restart with a new name, by MAC and serial number', async () => {
    const same = { mac: '02:00:5E:43:00:01', serial: `S-${process.pid}-1`, onvifPort: 0, host: '127.0.0.37' }
    const scanner = createDiscovery({
      ...deps,
      identify: createAskDevice(deps),
      scanFrom: ['127.0.0.1'],
      pauseMs: 0,
    })
    const scan = async () =>
      (await scanner.discover({ budgetMs: 1500 }, noSignal)).filter(({ address }) => address === same.host)
    const first = await quirky({ ...same, uuid: null })
    const before = await scan()
    await first.close()
    await using second = await quirky({ ...same, uuid: null })
    const after = await scan()
    expect(second.uuid).not.toBe(first.uuid)
    expect([before, after].map((found) => found.map(({ id }) => id))).toEqual([
      ['mac:02:00:5e:43:00:01'],
      ['mac:02:00:5e:43:00:01'],
    ])
  })

  test('are found by their addresses where they answer no multicast, and are asked one question at a time', async () => {
    // Those of the usual ports that somebody else holds on this machine are left out.
    const host = '127.0.0.41'
    await using silent = await startCamera({
      host,
      onvifPort: 8899,
      rtspPort: 8554,
      rebootsAtConnections: 2,
      subPicture: null,
    })
    await using stream = await startCamera({
      host: '127.0.0.42',
      onvif: false,
      rtspPort: 8554,
      subPicture: null,
    })
    await using unicast = await quirky({ host: '127.0.0.43', name: 'By unicast' })
    const found: string[] = []
    const devices = await discovery().discover(
      { targets: ['127.0.0.40/29'], budgetMs: 8000, onFound: ({ address }) => found.push(address) },
      noSignal,
    )
    expect(devices).toMatchObject([
      {
        address: host,
        port: 8899,
        sources: ['scan'],
        state: 'needs_credentials',
        rtsp_urls: [`rtsp://${host}:8554/`],
      },
      { address: stream.host, port: 8554, sources: ['scan'], xaddrs: [] },
      { address: unicast.host, port: unicast.onvifPort, sources: ['ws-discovery'], name: 'By unicast' },
    ])
    expect(found.toSorted()).toEqual([host, stream.host, unicast.host])
    expect(silent.counters.reboots).toBe(0)
    expect([silent, stream, unicast].map((camera) => camera.counters.credentialsFailed)).toEqual([0, 0, 0])
  })
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
    const skewSec = result.ok ? result.device.clockSkewSec : null
    expect(Math.abs((skewSec ?? Number.NaN) * 1000 - camera.options.clockOffsetMs)).toBeLessThan(2500)
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test.each([
    ['username-token', 2],
    ['http-digest', 1],
  ] as const)('a wrong password is tried once each way that is left open: %s', async (login, tries) => {
    await using camera = await startCamera({ onvifLogins: [login] })
    expect(await describeCamera(camera, { password: 'not this one' })).toMatchObject({
      ok: false,
      failure: { fault: 'auth' },
    })
    expect(camera.counters.credentialsFailed).toBe(tries)
    expect(camera.counters.credentialsOk).toBe(0)
  })

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
