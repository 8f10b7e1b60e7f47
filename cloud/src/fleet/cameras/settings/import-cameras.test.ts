import { setImmediate as turn } from 'node:timers/promises'
import type { Result } from '@sightline/protocol'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  answered,
  GatewayWorld,
  startTestNodes,
  type TestNodes,
  twoStreams,
} from '../gateway-camera.fixture.js'

let nodes: TestNodes
let world: GatewayWorld

beforeAll(async () => {
  nodes = await startTestNodes({ probesPerMinute: 5 })
  world = await GatewayWorld.make(nodes)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await nodes[Symbol.asyncDispose]()
})

/** How many cameras the gateway looks at, now and at most. */
const looks = { now: 0, most: 0 }
const lookUntil = (enough: Promise<void>) => {
  world.gateway.answer = async ({ type }): Promise<Result | null> => {
    if (type !== 'probe') return null
    looks.now += 1
    looks.most = Math.max(looks.most, looks.now)
    await enough
    looks.now -= 1
    return answered(twoStreams)
  }
}

const camera = (number: number) => ({
  site_id: world.org.siteId,
  gateway_id: world.paired.gatewayId,
  name: `Camera ${number}`,
  type: 'rtsp',
  rtsp_url: `rtsp://10.0.0.${number}/main`,
})
const hundred = Array.from({ length: 100 }, (_, index) => index + 1)

it('a hundred cameras at once are added and changed, and the gateway looks at eight at a time', async () => {
  lookUntil(turn())
  const made = await Promise.all(hundred.map((number) => world.call('POST', '/cameras', camera(number))))
  expect(made.filter(({ statusCode }) => statusCode !== 201).map(({ body }) => body)).toEqual([])
  const changed = await Promise.all(
    made.map((answer) =>
      world.call('PATCH', `/cameras/${answer.json<{ id: string }>().id}`, { rtsp_username: 'other' }),
    ),
  )
  expect(changed.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body)).toEqual([])
  expect(looks.most).toBeLessThanOrEqual(8)
})

it('while eight are looked at, the next waits', async () => {
  let saw = () => {}
  lookUntil(new Promise((resolve) => (saw = resolve)))
  const calls = hundred.slice(0, 9).map((number) => world.call('POST', '/cameras', camera(number)))
  const answers = Promise.all(calls)
  await vi.waitFor(() => expect(looks.now).toBe(8), 10_000)
  const [held] = await nodes.test.query<{ places: number }>('select count(*)::int as places from probe_turns')
  expect([held?.places, looks.now]).toEqual([8, 8])
  saw()
  expect((await answers).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 9 }, () => 201))
})

it('eight channels of a recorder at once are added, and it is looked at once at a time', async () => {
  const channels = Array.from({ length: 8 }, (_, index) => index + 1)
  looks.most = 0
  world.gateway.answer = async (command): Promise<Result | null> => {
    if (command.type !== 'probe') return null
    const { connection } = command.body
    const channel = connection.type === 'onvif' ? (connection.channel ?? null) : null
    looks.now += 1
    looks.most = Math.max(looks.most, looks.now)
    await turn()
    looks.now -= 1
    return answered({ ...twoStreams, channel })
  }
  const made = await Promise.all(
    channels.map((channel) =>
      world.call('POST', '/cameras', {
        site_id: world.org.siteId,
        gateway_id: world.paired.gatewayId,
        name: `Channel ${channel}`,
        // By whichever port one is asked, it is the same recorder.
        ...(channel % 2 === 0
          ? { type: 'rtsp', rtsp_url: `rtsp://10.0.1.1/channel/${channel}` }
          : {
              type: 'onvif',
              host: '10.0.1.1',
              onvif_username: 'admin',
              onvif_password: 'canary-1',
              onvif_channel: `profile_${channel}`,
            }),
      }),
    ),
  )
  expect(made.filter(({ statusCode }) => statusCode !== 201).map(({ body }) => body)).toEqual([])
  expect(looks.most).toBe(1)
  // Whoever waited has as much time as the first.
  const times = world.gateway
    .framesOf('probe')
    .slice(-8)
    .map(({ body }) => body.deadline_ms)
  expect(Math.min(...times)).toBeGreaterThan(25_000)
})
