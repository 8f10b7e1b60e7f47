import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '../../../../platform/platform.js'
import { createFakeClock, type FakeClock } from '../../../../platform/time/clock.fake.js'
import {
  answered,
  GatewayWorld,
  refused,
  startTestNodes,
  type TestNodes,
} from '../../../cameras/gateway-camera.fixture.js'
import { viewerOf } from '../viewer.fixture.js'
import type { Viewer, WatchedCamera } from '../viewer.js'
import { WatchedThumbnails } from './watched-thumbnails.js'

let nodes: TestNodes
let world: GatewayWorld
let clock: FakeClock
let camera: WatchedCamera
let viewer: Viewer
let thumbnails: WatchedThumbnails
/** How often the gateway was asked for a picture. */
let asked = 0

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(async () => {
  await nodes[Symbol.asyncDispose]()
  await rm(nodes.nodes[0].platform.config.dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  world = await GatewayWorld.make(nodes)
  const id = await world.camera()
  const [{ platform: system, services }] = nodes.nodes
  clock = createFakeClock(Date.now())
  const platform: Platform = { ...system, clock }
  viewer = await viewerOf(platform, { token: world.operator.token })
  camera = await viewer.requireCamera(id)
  asked = 0
  sends(() => answered(picture()))
  const pictures = { store: services.mediaStore, links: services.mediaLinks }
  thumbnails = new WatchedThumbnails({ platform, commands: services.channel.commands, pictures })
  return () => world[Symbol.asyncDispose]()
})

const picture = () => ({
  data: Buffer.from('a picture').toString('base64'),
  width: 640,
  height: 360,
  taken_at: new Date(clock.now()).toISOString(),
  content_type: 'image/jpeg',
})

function sends(answer: () => ReturnType<typeof answered>): void {
  world.gateway.answer = ({ type }) => {
    if (type !== 'snapshot') return null
    asked += 1
    return answer()
  }
}

const refresh = () => thumbnails.refresh(new AbortController().signal)
const thumbnail = async () => (await world.call('GET', `/cameras/${camera.id}/thumbnail`)).json()
const states = async () =>
  (
    await nodes.test.query<{ state: string }>(
      'select state from media where camera_id = $1 order by created_at',
      [camera.id],
    )
  ).map(({ state }) => state)

test('the thumbnail of a watched camera is taken anew each 30 s, and of no other', async () => {
  await refresh()
  expect(asked).toBe(0)
  await viewer.began(camera)
  await refresh()
  expect(asked).toBe(1)
  const first = await thumbnail()
  expect(first).toMatchObject({ camera_id: camera.id, width: 640, height: 360, event_id: null })
  await clock.advance(29_000)
  await refresh()
  expect(asked).toBe(1)
  await clock.advance(1_000)
  await refresh()
  expect(asked).toBe(2)
  expect((await thumbnail()).taken_at).not.toBe(first.taken_at)
  await viewer.ended(camera, 30_000)
  await clock.advance(60_000)
  await refresh()
  expect(asked).toBe(2)
})

test('a picture that somebody asked for is fresh enough', async () => {
  await viewer.began(camera)
  expect((await world.call('POST', `/cameras/${camera.id}/snapshot`)).statusCode).toBe(200)
  await refresh()
  expect(asked).toBe(1)
})

test('a camera that gives none is asked again after 30 s', async () => {
  sends(() => refused('camera_offline'))
  await viewer.began(camera)
  await refresh()
  await refresh()
  expect(asked).toBe(1)
  sends(() => answered(picture()))
  await clock.advance(30_000)
  await refresh()
  expect(asked).toBe(2)
  expect(await states()).toEqual(['ready'])
})

test('one that is switched off is not asked', async () => {
  await viewer.began(camera)
  expect((await world.call('PATCH', `/cameras/${camera.id}`, { enabled: false })).statusCode).toBe(200)
  await refresh()
  expect(asked).toBe(0)
})

test('a picture goes when its successor is an hour old, and the newest stays', async () => {
  await viewer.began(camera)
  await refresh()
  await clock.advance(30_000)
  await refresh()
  expect(await states()).toEqual(['ready', 'ready'])
  await viewer.ended(camera, 30_000)
  await clock.advance(60 * 60_000 + 1)
  await refresh()
  expect(await states()).toEqual(['deleted', 'ready'])
  await clock.advance(60 * 60_000 + 1)
  await refresh()
  expect(await states()).toEqual(['deleted', 'ready'])
})
