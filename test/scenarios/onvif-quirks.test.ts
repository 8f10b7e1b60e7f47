import {
  createAddressPolicy,
  DeviceCache,
  describeDevice,
  fetchSnapshot,
  type OnvifTarget,
  PtzController,
  PtzSession,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CameraOptions, type FakeCamera, type OnvifFaults, startCamera } from '../fakes/camera/index.js'
import { until } from '../harness/index.js'

const never = new AbortController().signal
const ground = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
  otherPorts: [],
}

async function start(options: CameraOptions = {}): Promise<FakeCamera> {
  const camera = await startCamera({ timetable: 'rest', ...options })
  onTestFinished(() => camera.close())
  return camera
}

function describeCamera(camera: FakeCamera, target: Partial<OnvifTarget> = {}, deps: object = {}) {
  const at = { host: camera.host, port: camera.onvifPort, ...camera.options.credentials, ...target }
  return describeDevice(at, { ...ground, ...deps }, never)
}

async function deviceOf(camera: FakeCamera, target: Partial<OnvifTarget> = {}, deps: object = {}) {
  const result = await describeCamera(camera, target, deps)
  if (!result.ok) throw new Error(result.failure.message)
  return result.device
}

describe('the streams of a camera', () => {
  test.each<[string, CameraOptions]>([
    ['that has Media2 alone', { onvifMedia: 'media2' }],
    ['that has both kinds of media', { onvifMedia: 'both' }],
    ['that lists half-configured and multicast profiles', { faults: { onvif: { oddProfiles: true } } }],
    ['that gives out the port of its web server', { faults: { onvif: { streamUri: 'web-port' } } }],
    ['that gives out two ports', { faults: { onvif: { streamUri: 'two-ports' } } }],
    ['that gives out an address of its own loopback', { faults: { onvif: { streamUri: 'loopback' } } }],
    [
      'that gives out blanks and a default account',
      { faults: { onvif: { streamUri: 'blanks-and-account' } } },
    ],
    ['that closes every third connection', { faults: { onvif: { hangsUpEvery: 3 } } }],
    ['that declares no prefix', { faults: { onvif: { xml: 'undeclared' } } }],
    ['that writes no UTF-8', { faults: { onvif: { xml: 'latin1' } } }],
    ['that sends faults with 200, as HTML', { faults: { onvif: { xml: 'ok-faults' } } }],
    ['whose main encoder names no encoding', { faults: { onvif: { encoding: 'missing-main' } } }],
    ['whose encoders name no encoding', { faults: { onvif: { encoding: 'missing-all' } } }],
    [
      'whose main encoder names neither encoding nor size',
      { faults: { onvif: { encoding: 'missing-main', sizes: 'missing-main' } } },
    ],
    ['whose Media2 faults', { onvifMedia: 'both', faults: { onvif: { media2: 'faults' } } }],
    ['whose Media2 lists nothing', { onvifMedia: 'both', faults: { onvif: { media2: 'empty' } } }],
    ['whose Media2 gives out no address', { onvifMedia: 'both', faults: { onvif: { media2: 'no-uris' } } }],
    ['that announces more than it sends', { faults: { onvif: { framing: 'too-long' } } }],
    ['that leaves the last chunk out', { faults: { onvif: { framing: 'no-last-chunk' } } }],
    [
      'that announces more than it sends, by token',
      { onvifLogins: ['username-token'], faults: { onvif: { framing: 'too-long' } } },
    ],
  ])('are found: one %s', async (_name, options) => {
    const camera = await start(options)
    const { main, sub } = await deviceOf(camera)
    expect(main.streamUrl).toBe(camera.rtspUrl('main'))
    expect(['h264', '']).toContain(main.codec)
    expect(sub?.streamUrl).toBe(camera.rtspUrl('sub'))
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test.each(['faults', 'empty', 'no-uris'] as const)(
    'are asked for once by a Media2 that %s',
    async (media2) => {
      const camera = await start({ onvifMedia: 'both', faults: { onvif: { media2 } } })
      const devices = new DeviceCache()
      await deviceOf(camera, {}, { devices })
      const before = camera.counters.onvifRequests['GetProfiles'] ?? 0
      camera.faults.set({ onvif: {} })
      await deviceOf(camera, {}, { devices })
      camera.faults.set({ onvif: { media2 } })
      expect((await deviceOf(camera, {}, { devices })).main.streamUrl).toBe(camera.rtspUrl('main'))
      // Once by token each time, and twice where the challenge of HTTP digest is fetched.
      expect((camera.counters.onvifRequests['GetProfiles'] ?? 0) - before).toBe(before)
    },
  )

  test('are those that have an address: one profile faults', async () => {
    const camera = await start({ faults: { onvif: { faultingProfile: 'main' } } })
    const { main, sub } = await deviceOf(camera)
    expect([main.streamUrl, sub]).toEqual([camera.rtspUrl('sub'), null])
  })

  test.each<[string, CameraOptions, string]>([
    ['all its addresses are multicast', { faults: { onvif: { streamUri: 'multicast' } } }, 'no_video'],
    ['half of each answer comes', { faults: { onvif: { framing: 'half' } } }, 'protocol'],
    ['it answers all with 500 and a stack trace', { faults: { onvif: { stackTrace: true } } }, 'protocol'],
  ])('are none where %s', async (_name, options, fault) => {
    expect(await describeCamera(await start(options))).toMatchObject({ ok: false, failure: { fault } })
  })
})

describe('an account', () => {
  test.each<[string, CameraOptions, string]>([
    ['by HTTP digest alone', { onvifLogins: ['http-digest'] }, 'http-digest'],
    [
      'by digest with SHA-256 offered first',
      {
        onvifLogins: ['http-digest'],
        challenges: [{ scheme: 'Digest', algorithm: 'SHA-256', qop: true }, { scheme: 'Digest' }],
      },
      'http-digest',
    ],
    [
      'by token within five seconds',
      { onvifLogins: ['username-token'], onvifClockWindowSec: 5 },
      'ws-security',
    ],
    [
      'by token with a clock of 1970',
      { onvifLogins: ['username-token'], onvifClockWindowSec: 5, clockOffsetMs: 3_600_000 - Date.now() },
      'ws-security',
    ],
    [
      'by token where the time is all zeros',
      { onvifLogins: ['username-token'], faults: { onvif: { time: 'zeros' } } },
      'ws-security',
    ],
    [
      'by token where the time is told to accounts only',
      { onvifLogins: ['username-token'], faults: { onvif: { time: 'needs-account' } } },
      'ws-security',
    ],
  ])('is accepted at the first try: %s', async (_name, options, authentication) => {
    const camera = await start(options)
    expect(await deviceOf(camera)).toMatchObject({ authentication, isAccountProven: true })
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test.each<[string, CameraOptions]>([
    ['the password itself, where no digest is taken', { onvifLogins: ['password-text'] }],
    [
      'our time, where local time is told as UTC',
      {
        onvifLogins: ['username-token'],
        onvifClockWindowSec: 10,
        faults: { onvif: { time: 'local-as-utc' } },
      },
    ],
  ])('is accepted at the second try, by %s, and at the first from then on', async (_name, options) => {
    const camera = await start(options)
    const devices = new DeviceCache()
    await deviceOf(camera, {}, { devices })
    expect(camera.counters.credentialsFailed).toBe(1)
    await deviceOf(camera, {}, { devices })
    expect(camera.counters.credentialsFailed).toBe(1)
  })

  test('shows no password where only digests may be sent', async () => {
    const camera = await start({ onvifLogins: ['password-text'] })
    const result = await describeCamera(camera, { digestOnly: true })
    expect(result).toMatchObject({ ok: false, failure: { fault: 'auth' } })
    expect(camera.counters.credentialsOk).toBe(0)
  })

  test('is not proven where the camera takes any', async () => {
    const camera = await start({ faults: { onvif: { anyPassword: true } } })
    const device = await deviceOf(camera, { password: 'not this one' })
    expect(device).toMatchObject({ authentication: 'none', isAccountProven: false })
  })

  test('is told from a clock that cannot be followed', async () => {
    const camera = await start({ onvifLogins: ['username-token'], faults: { wrongTime: true } })
    expect(await describeCamera(camera)).toMatchObject({ ok: false, failure: { fault: 'clock' } })
  })
})

describe('a camera at another port than the one typed', () => {
  test('is found at one of the usual ones, which is said and remembered', async () => {
    const camera = await start()
    const devices = new DeviceCache()
    const deps = { devices, otherPorts: [camera.rtspPort, camera.onvifPort] }
    expect(await deviceOf(camera, { port: 1 }, deps)).toMatchObject({ port: camera.onvifPort })
    expect(await deviceOf(camera, { port: 1 }, { devices })).toMatchObject({ port: camera.onvifPort })
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test('is not looked for again while it is away', async () => {
    const [camera, other] = [await start(), await start()]
    const devices = new DeviceCache()
    await deviceOf(camera, {}, { devices })
    await camera.faults.refuseConnections()
    const result = await describeCamera(camera, {}, { devices, otherPorts: [other.onvifPort] })
    expect(result).toMatchObject({ ok: false, failure: { fault: 'refused' } })
  })
})

describe('a still picture', () => {
  const stillOf = async (camera: FakeCamera) => {
    const { snapshotUrl } = await deviceOf(camera)
    if (snapshotUrl === null) return null
    return fetchSnapshot({ url: snapshotUrl, credentials: camera.options.credentials }, ground, never)
  }

  test.each<[string, CameraOptions]>([
    ['Digest', { challenges: [{ scheme: 'Digest', qop: true }] }],
    ['Basic', { challenges: [{ scheme: 'Basic' }], onvifLogins: ['username-token'] }],
    ['nothing', { challenges: [] }],
  ])('is a JPEG, behind %s', async (_name, options) => {
    const camera = await start(options)
    expect((await stillOf(camera))?.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test.each(['too-long', 'no-last-chunk'] as const)(
    'is what came, whatever was announced: %s',
    async (framing) => {
      const camera = await start({ faults: { onvif: { framing } } })
      const still = await stillOf(camera)
      expect(still?.subarray(-2).toString('hex')).toBe('ffd9')
      expect(camera.counters.credentialsFailed).toBe(0)
    },
  )

  test('is none where half of it comes', async () => {
    const camera = await start()
    const { snapshotUrl } = await deviceOf(camera)
    camera.faults.set({ onvif: { framing: 'half' } })
    const place = { url: snapshotUrl ?? '', credentials: camera.options.credentials }
    await expect(fetchSnapshot(place, ground, never)).rejects.toThrow('hangs up')
  })

  test('is none where a web page comes instead', async () => {
    const camera = await start({ faults: { onvif: { snapshot: 'html' } } })
    await expect(stillOf(camera)).rejects.toThrow('gives no still picture')
  })

  test.each(['absent', 'rtsp'] as const)('is none where its address is %s', async (snapshot) => {
    expect(await stillOf(await start({ faults: { onvif: { snapshot } } }))).toBeNull()
  })
})

describe('a movement', () => {
  function ptzOf(camera: FakeCamera, devices = new DeviceCache()): PtzController {
    const place = { host: camera.host, port: camera.onvifPort, credentials: camera.options.credentials }
    const ptz = new PtzController({
      clock: systemClock,
      log: silentLogger,
      open: (signal) => PtzSession.open(place, { ...ground, devices }, signal),
    })
    onTestFinished(() => ptz.close())
    return ptz
  }
  const left = { direction: 'pan_left', magnitude: 0.5, durationMs: 150 } as const
  const atRest = (camera: FakeCamera) =>
    until('rest', () => Promise.resolve(camera.motor?.isMoving === false))

  test('ends though the camera ignores its Timeout', async () => {
    const camera = await start({ ptz: 'pan-tilt', faults: { onvif: { moveTimeout: 'ignored' } } })
    await ptzOf(camera).move(left, never)
    expect(camera.motor?.isMoving).toBe(true)
    await atRest(camera)
    expect(camera.motor?.orders.at(-1)).toMatchObject({ kind: 'stop', by: 'client' })
  })

  test('ends by a movement without speed where Stop is not known', async () => {
    const faults = { onvif: { stop: 'unimplemented', moveTimeout: 'ignored' } } as const
    const camera = await start({ ptz: 'pan-tilt', faults })
    const ptz = ptzOf(camera)
    await ptz.move(left, never)
    await atRest(camera)
    expect(camera.motor?.orders.at(-1)).toMatchObject({ kind: 'move', x: 0, y: 0, zoom: 0 })
    const stops = camera.counters.onvifRequests['Stop']
    await ptz.move(left, never)
    await atRest(camera)
    expect(camera.counters.onvifRequests['Stop']).toBe(stops)
  })

  test.each<[string, Partial<OnvifFaults>, number, number]>([
    ['an order that names every axis', { moveAxes: 'all-wanted' }, 3, 1],
    ['a Stop of one axis', { stop: 'single-axis' }, 1, 2],
    ['a Stop that names no axis', { stop: 'bare' }, 1, 3],
  ])('is had from a camera that takes only %s, at once the next time', async (_name, onvif, moves, stops) => {
    const camera = await start({ ptz: 'pan-tilt-zoom', onvifLogins: ['username-token'], faults: { onvif } })
    const asked = (operation: string) => camera.counters.onvifRequests[operation] ?? 0
    const ptz = ptzOf(camera)
    await ptz.move(left, never)
    await atRest(camera)
    expect([asked('ContinuousMove'), asked('Stop')]).toEqual([moves, stops])
    await ptz.move(left, never)
    await atRest(camera)
    expect([asked('ContinuousMove'), asked('Stop')]).toEqual([moves + 1, stops + 1])
    expect(camera.motor?.orders.map(({ kind }) => kind)).toEqual(['move', 'stop', 'move', 'stop'])
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test('begins without a Timeout where the camera refuses it, and the next one at once so', async () => {
    const camera = await start({
      ptz: 'pan-tilt',
      onvifLogins: ['username-token'],
      faults: { onvif: { moveTimeout: 'refused' } },
    })
    const ptz = ptzOf(camera)
    await ptz.move(left, never)
    expect(camera.motor?.orders[0]).toMatchObject({ kind: 'move', x: -0.5, timeoutMs: null })
    await atRest(camera)
    const moves = camera.counters.onvifRequests['ContinuousMove'] ?? 0
    await ptz.move(left, never)
    expect(camera.counters.onvifRequests['ContinuousMove']).toBe(moves + 1)
    await atRest(camera)
  })
})
