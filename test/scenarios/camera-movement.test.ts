import {
  createAddressPolicy,
  OperationRefused,
  PtzController,
  PtzSession,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type CameraOptions, type FakeCamera, type MotorOrder, startCamera } from '../fakes/camera/index.js'
import { startWorld, until, type World } from '../harness/index.js'

const never = new AbortController().signal
const small = { picture: { width: 320, height: 180, loopSec: 20 } } satisfies CameraOptions

async function movable(options: CameraOptions = {}): Promise<FakeCamera> {
  const camera = await startCamera({ ...small, ptz: 'pan-tilt-zoom', ...options })
  onTestFinished(() => camera.close())
  return camera
}

/** The PTZ controller of a camera as an agent has it. */
function ptzOf(camera: FakeCamera): PtzController {
  const ground = { clock: systemClock, random: systemRandom, allowed: createAddressPolicy(['127.0.0.0/8']) }
  const target = { host: camera.host, port: camera.onvifPort, credentials: camera.options.credentials }
  const ptz = new PtzController({
    clock: systemClock,
    log: silentLogger,
    open: (signal) => PtzSession.open(target, ground, signal),
  })
  onTestFinished(() => ptz.close())
  return ptz
}

const ordersOf = ({ motor }: FakeCamera): readonly MotorOrder[] => motor?.orders ?? []
const stops = (camera: FakeCamera) => ordersOf(camera).filter(({ kind }) => kind === 'stop')
const stopped = (camera: FakeCamera, count = 1) =>
  until(`${count} stops`, () => Promise.resolve(stops(camera).length >= count))

describe('a camera with a motor', () => {
  test.each([
    ['pan_left', { x: -0.25, y: 0, zoom: 0 }],
    ['pan_right', { x: 0.25, y: 0, zoom: 0 }],
    ['pan_up', { x: 0, y: 0.25, zoom: 0 }],
    ['pan_down', { x: 0, y: -0.25, zoom: 0 }],
    ['zoom_in', { x: 0, y: 0, zoom: 0.25 }],
    ['zoom_out', { x: 0, y: 0, zoom: -0.25 }],
  ] as const)('%s: moves, and is stopped by us before its own time-out', async (direction, speeds) => {
    const camera = await movable()
    const begun = await ptzOf(camera).move({ direction, magnitude: 0.25, durationMs: 200 }, never)
    expect(begun.stopsAtMs - begun.startedAtMs).toBe(200)
    await stopped(camera)
    const [move, stop] = ordersOf(camera)
    expect(move).toMatchObject({ kind: 'move', ...speeds, timeoutMs: 2000 })
    expect(stop).toMatchObject({ kind: 'stop', by: 'client' })
    expect(stop?.atMs).toBeGreaterThanOrEqual(begun.stopsAtMs - 5)
  })

  test.each<[string, CameraOptions]>([
    [
      'a username token, with a clock an hour ahead',
      { onvifLogins: ['username-token'], clockOffsetMs: 3_600_000 },
    ],
    ['HTTP digest', { onvifLogins: ['http-digest'], challenges: [{ scheme: 'Digest', qop: true }] }],
    ['an address that is wrong from here', { announcedHost: '10.9.8.7' }],
  ])('is asked by %s, and sees no wrong password', async (_, options) => {
    const camera = await movable(options)
    await ptzOf(camera).move({ direction: 'pan_left', magnitude: 1, durationMs: 100 }, never)
    await stopped(camera)
    expect(camera.counters.credentialsFailed).toBe(0)
  })

  test('is asked for its services once, however often it is moved', async () => {
    const camera = await movable()
    const ptz = ptzOf(camera)
    for (const count of [1, 2, 3]) {
      await ptz.move({ direction: 'pan_left', magnitude: 1, durationMs: 100 }, never)
      await stopped(camera, count)
    }
    expect(camera.counters.onvifRequests).toMatchObject({ GetSystemDateAndTime: 1 })
    expect(ordersOf(camera)).toHaveLength(6)
  })

  test('goes on by a further order: the first one ends nothing', async () => {
    const camera = await movable()
    const ptz = ptzOf(camera)
    await ptz.move({ direction: 'pan_left', magnitude: 1, durationMs: 1500 }, never)
    await ptz.move({ direction: 'pan_right', magnitude: 1, durationMs: 3000 }, never)
    await stopped(camera)
    const [, second, end] = ordersOf(camera)
    expect(second).toMatchObject({ kind: 'move', x: 1 })
    expect((end?.atMs ?? 0) - (second?.atMs ?? 0)).toBeGreaterThanOrEqual(2900)
    expect(stops(camera)).toHaveLength(1)
  })

  test('stands at once by a magnitude of 0', async () => {
    const camera = await movable()
    const ptz = ptzOf(camera)
    await ptz.move({ direction: 'pan_left', magnitude: 1, durationMs: 10_000 }, never)
    await ptz.move({ direction: 'pan_left', magnitude: 0, durationMs: 500 }, never)
    expect(ordersOf(camera).at(-1)).toMatchObject({ kind: 'stop', by: 'client' })
    expect(camera.motor?.isMoving).toBe(false)
  })

  test('is stopped when the agent ends', async () => {
    const camera = await movable()
    const ptz = ptzOf(camera)
    await ptz.move({ direction: 'zoom_in', magnitude: 1, durationMs: 10_000 }, never)
    await ptz.close()
    expect(ordersOf(camera).at(-1)).toMatchObject({ kind: 'stop', by: 'client' })
  })

  test('is stopped though nobody waits for the answer any more', async () => {
    const camera = await movable()
    const command = new AbortController()
    const moving = ptzOf(camera).move({ direction: 'pan_up', magnitude: 1, durationMs: 200 }, command.signal)
    await camera.until('order', () => ordersOf(camera).length > 0)
    command.abort(new Error('the connection to the cloud ended'))
    await moving
    await stopped(camera)
    expect(ordersOf(camera).at(-1)).toMatchObject({ by: 'client' })
  })

  test('is stopped in its time though the answer to the order is lost, and it ignores a time-out', async () => {
    const camera = await movable({ faults: { onvif: { moveAnswer: 'lost', moveTimeout: 'ignored' } } })
    const order = { direction: 'pan_left', magnitude: 1, durationMs: 500 } as const
    await expect(ptzOf(camera).move(order, never)).rejects.toMatchObject({ fault: 'timeout' })
    await stopped(camera)
    const [move, stop] = ordersOf(camera)
    // An answer is waited for twice as long.
    expect((stop?.atMs ?? Infinity) - (move?.atMs ?? 0)).toBeLessThan(5000)
  })

  test('stands by an order to stop that waits for no answer to the movement', async () => {
    const camera = await movable({ faults: { onvif: { moveAnswer: 'lost', moveTimeout: 'ignored' } } })
    const ptz = ptzOf(camera)
    const moving = ptz.move({ direction: 'pan_left', magnitude: 1, durationMs: 60_000 }, never)
    await Promise.all([
      expect(moving).rejects.toMatchObject({ fault: 'timeout' }),
      camera
        .until('order', () => ordersOf(camera).length > 0)
        .then(() => ptz.move({ direction: 'pan_left', magnitude: 0, durationMs: 500 }, never)),
    ])
    expect(ordersOf(camera).at(-1)).toMatchObject({ kind: 'stop', by: 'client' })
  })

  test('is told again to stop if it could not be reached', async () => {
    const camera = await movable()
    // The camera would stop by itself a second later.
    const order = { direction: 'pan_left', magnitude: 1, durationMs: 1500 } as const
    const { stopsAtMs } = await ptzOf(camera).move(order, never)
    await camera.faults.refuseConnections()
    await until('a try in vain', () => Date.now() > stopsAtMs + 100)
    expect(stops(camera)).toEqual([])
    await camera.faults.comeBack()
    await stopped(camera)
    expect(stops(camera)[0]).toMatchObject({ by: 'client' })
  })
})

describe('a camera that cannot be moved', () => {
  const left = { direction: 'pan_left', magnitude: 1, durationMs: 100 } as const

  test('has no motor', async () => {
    const camera = await movable({ ptz: 'none' })
    await expect(ptzOf(camera).move(left, never)).rejects.toThrow(OperationRefused)
    expect(camera.counters.onvifRequests).not.toHaveProperty('ContinuousMove')
  })

  test('turns, but does not zoom: said for zoom alone', async () => {
    const camera = await movable({ ptz: 'pan-tilt' })
    const ptz = ptzOf(camera)
    await expect(ptz.move({ ...left, direction: 'zoom_in' }, never)).rejects.toThrow(OperationRefused)
    await ptz.move(left, never)
    await camera.until('move', () => ordersOf(camera).some(({ kind }) => kind === 'move'))
  })

  test('refuses the account', async () => {
    const camera = await movable({ faults: { wrongPassword: true } })
    await expect(ptzOf(camera).move(left, never)).rejects.toMatchObject({ fault: 'auth' })
    expect(camera.counters.credentialsFailed).toBe(1)
  })

  test('is not there', async () => {
    const camera = await movable()
    await camera.faults.refuseConnections()
    await expect(ptzOf(camera).move(left, never)).rejects.toMatchObject({ fault: 'refused' })
  })
})

describe('through the cloud', () => {
  let world: World
  let id: string
  let camera: FakeCamera

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ ...small, ptz: 'pan-tilt-zoom' }] })
    const agent = await world.onlineAgent()
    const [first] = world.cameras
    if (!first) throw new Error('no camera')
    camera = first
    const { username, password } = camera.options.credentials
    const made = await world.api.post('/api/v1/cameras', {
      name: 'Gate',
      site_id: world.siteId,
      gateway_id: agent.gatewayId,
      type: 'onvif',
      host: camera.host,
      port: camera.onvifPort,
      onvif_username: username,
      onvif_password: password,
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    id = String(made.body.id)
    await world.untilCamera(id, 'online')
  })
  afterAll(() => world.close())

  test('a camera moves, and is stopped though the cloud has vanished', async () => {
    const move = (body: object) => world.api.post(`/api/v1/cameras/${id}/ptz`, body)
    expect(await move({ direction: 'pan_right', magnitude: 0.5 })).toMatchObject({
      status: 200,
      body: { camera_id: id, duration_ms: 500 },
    })
    await stopped(camera)
    const long = await move({ direction: 'zoom_in', magnitude: 1, duration_ms: 8000 })
    expect(long.status).toBe(200)
    await world.cloud.kill()
    expect(camera.motor?.isMoving).toBe(true)
    await stopped(camera, 2)
    expect(ordersOf(camera).map((order) => (order.kind === 'stop' ? order.by : order.kind))).toEqual([
      'move',
      'client',
      'move',
      'client',
    ])
    await world.cloud.start()
  })
})
