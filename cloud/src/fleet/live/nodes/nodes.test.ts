import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedMediaSocket } from '#testing/scripted-media-socket.js'
import { writePresence } from '../../../platform/process/node-presence.js'
import { refused } from '../../cameras/gateway-camera.fixture.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'
import { LiveWorld, startTestNodes, type TestNodes } from '../live-world.fixture.js'
import { nodeKey } from './node-key.js'

/** The rows by which nodes find each other, of nodes that live for the whole test. */
async function announce(nodes: TestNodes, urls: readonly [boolean, boolean] = [true, true]): Promise<void> {
  for (const [index, { platform, origin }] of nodes.nodes.entries()) {
    const nodeUrl = urls[index] ? origin : null
    const said = { keyIds: platform.keys.ids(), clock: platform.clock, nodeUrl }
    await writePresence(platform.database.worker, platform.nodeId, said)
  }
  await nodes.test.query(`update nodes set seen_at = now() + interval '1 hour'`)
}

let nodes: TestNodes
let world: LiveWorld

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  await announce(nodes)
  world = await LiveWorld.make(nodes)
  return () => world[Symbol.asyncDispose]()
})

const at = (node: 0 | 1) => ({ origin: nodes.nodes[node].origin })

const anyStart = {
  deadline_ms: 10_000,
  stream: 'main',
  rendition: 'source',
  mode: 'full',
  audio: false,
} as const

describe('with several nodes', () => {
  it('a gateway is refused with 429 once it asks for ever more sockets that no node waits for', async () => {
    const cameraId = await world.camera()
    const start = { ...anyStart, camera_id: cameraId, live_id: randomUUID() }
    const answers: string[] = []
    for (let batch = 0; batch < 20 && !answers.some((answer) => answer.includes('429')); batch += 1)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, () => world.dial(start).then(String, (error: unknown) => String(error))),
        )),
      )
    expect(answers.some((answer) => answer.includes('429'))).toBe(true)
    expect(answers.every((answer) => /404|429/.test(answer))).toBe(true)
    // What it was asked for it may open.
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
  })

  it('a stream comes once from the gateway, and from the node that has it to the viewers of the others', async () => {
    const cameraId = await world.camera()
    const here = await world.viewer(at(0))
    here.subscribe(1, cameraId)
    await here.untilPictures(1, 5)
    const there = await world.viewer(at(1))
    there.subscribe(4, cameraId, { audio: true })
    const joined = await there.untilPictures(4, 5)
    expect(joined.map(({ sequence, keyframe, catchUp }) => [sequence, keyframe, catchUp])).toEqual([
      [1, true, true],
      [2, false, true],
      [3, false, true],
      [4, false, true],
      [5, false, true],
    ])
    const [media] = world.media
    await media?.until('the wish for sound', () => media.messages.some(({ type }) => type === 'set'))
    media?.frame({ kind: 'audio', keyframe: true, data: Buffer.from('la') })
    media?.gop(3)
    const pictures = await there.untilPictures(4, 8)
    expect(pictures[7]?.data).toEqual(here.pictures(1)[7]?.data ?? (await here.untilPictures(1, 8))[7]?.data)
    expect(there.frames.filter(({ kind }) => kind === 'audio')).toHaveLength(1)
    expect(here.frames.filter(({ kind }) => kind === 'audio')).toEqual([])
    expect(there.stateOf(4)).toMatchObject({ state: 'live', stream: 'main' })
    expect(world.gateway.framesOf('live.start')).toHaveLength(1)
  })

  it('a media socket that comes to another node is handed on to the one that waits for it', async () => {
    const cameraId = await world.camera()
    const [, second] = nodes.nodes
    const there = await world.viewer(at(1))
    there.subscribe(1, cameraId)
    await there.untilPictures(1, 5)
    expect(second.services.live.size.upstreams).toBeGreaterThan(0)
    const media = await world.untilMedia()
    await media.until('an acknowledgement', () => media.messages.some(({ type }) => type === 'ack'))
    const [start] = world.gateway.framesOf('live.start')
    if (!start) throw new Error('unreachable')
    await expect(world.dial(start.body)).rejects.toThrow('409')
    await expect(world.dial({ ...start.body, live_id: randomUUID() })).rejects.toThrow('404')
    there.close()
    expect(await media.untilClosed()).toBe(1000)
    await waitUntil(
      async () =>
        (await nodes.test.query('select from live_streams where camera_id = $1', [cameraId])).length === 0,
      'the end of the row',
    )
  })

  it('keyframes alone go between nodes until somebody there wants all', async () => {
    const cameraId = await world.camera()
    const here = await world.viewer(at(0))
    here.subscribe(1, cameraId)
    await here.untilPictures(1, 5)
    const there = await world.viewer(at(1))
    there.subscribe(1, cameraId, { mode: 'keys' })
    await there.untilPictures(1, 1)
    world.media[0]?.gop(3)
    await here.untilPictures(1, 8)
    await there.untilPictures(1, 2)
    there.send({ type: 'update', id: 1, mode: 'full' })
    await there.untilIt(
      'the rest of the GOP',
      () => there.pictures(1).filter(({ keyframe }) => !keyframe).length >= 2,
    )
    expect(there.pictures(1).findLast(({ keyframe }) => !keyframe)?.data).toEqual(Buffer.alloc(1_000, 8))
  })

  it('why no picture comes is told on the other nodes too', async () => {
    const cameraId = await world.camera()
    world.gateway.answer = () => refused('camera_offline')
    const here = await world.viewer(at(0))
    here.subscribe(1, cameraId)
    await here.until('state', ({ reason }) => reason === 'camera_offline')
    const there = await world.viewer(at(1))
    there.subscribe(1, cameraId)
    await there.until('state', ({ state, reason }) => state === 'stalled' && reason === 'camera_offline')
    world.obeys()
    await there.untilPictures(1, 5)
  })

  it('viewers of a camera are counted over all of them', async () => {
    const cameraId = await world.camera()
    const viewers = [await world.viewer(at(0)), await world.viewer(at(1))]
    for (const viewer of viewers) {
      viewer.subscribe(1, cameraId)
      await viewer.untilPictures(1, 5)
    }
    const shown = async () => {
      const answer = await world.node.call(world.operator, {
        method: 'GET',
        url: `/streams/${cameraId}/status`,
      })
      return answer.json<{ active_viewers: number }>().active_viewers
    }
    await waitUntil(async () => (await shown()) === 2, 'two viewers')
    for (const viewer of viewers) viewer.close()
    await waitUntil(async () => (await shown()) === 0, 'no viewer')
  })

  it('takes a stream over from a node that died', async () => {
    const cameraId = await world.camera()
    const ghost = randomUUID()
    await nodes.test.query(
      `insert into nodes (node_id, url, seen_at) values ($1, 'http://127.0.0.1:1', now() + interval '1 hour')`,
      [ghost],
    )
    await nodes.test.query(
      `insert into live_streams (org_id, camera_id, stream, rendition, node_id, live_id)
       values ($1, $2, 'main', 'source', $3, $4)`,
      [world.org.orgId, cameraId, ghost, randomUUID()],
    )
    const viewer = await world.viewer(at(1))
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    await nodes.test.query('delete from nodes where node_id = $1', [ghost])
  })

  it('nobody but they reach the paths between them', async () => {
    const cameraId = await world.camera()
    const path = `/api/v1/nodes/live/${world.org.orgId}/${cameraId}/main/source`
    const [{ platform, origin }] = nodes.nodes
    const open = (more: object) =>
      ScriptedMediaSocket.open({ origin, path, key: nodeKey(platform.keys), ...more })
    await expect(open({ key: 'nk_nonsense' })).rejects.toThrow('401')
    await expect(open({ key: world.paired.apiKey })).rejects.toThrow('401')
    await expect(open({ headers: { origin: 'https://video.example.com' } })).rejects.toThrow('403')
    await expect(open({ path: path.replace('main', 'all') })).rejects.toThrow('404')
    // A stream that nobody watches here is not begun for another node.
    await expect(open({})).rejects.toThrow('409')
  })

  it('each asks for itself what it cannot get from the other, and a socket at the wrong one is told so', async () => {
    await announce(nodes, [false, false])
    const cameraId = await world.camera()
    const here = await world.viewer(at(0))
    here.subscribe(1, cameraId)
    await here.untilPictures(1, 5)
    const [start] = world.gateway.framesOf('live.start')
    if (!start) throw new Error('unreachable')
    const [, second] = nodes.nodes
    await expect(world.dial(start.body, second)).rejects.toThrow('503')
    world.mediaNode = second
    const there = await world.viewer(at(1))
    there.subscribe(1, cameraId)
    await there.untilPictures(1, 5)
    expect(world.gateway.framesOf('live.start')).toHaveLength(2)
  })
})

it('takes a stream over from a node that stops; its own viewers are told to move', async () => {
  await using two = await startTestNodes()
  await announce(two)
  await using moved = await LiveWorld.make(two, { node: 1 })
  moved.mediaNode = two.nodes[1]
  const cameraId = await moved.camera()
  const here = await moved.viewer({ origin: two.nodes[0].origin })
  here.subscribe(1, cameraId)
  await here.untilPictures(1, 5)
  const there = await moved.viewer({ origin: two.nodes[1].origin })
  there.subscribe(1, cameraId)
  await there.untilPictures(1, 5)
  const closed = two.nodes[0].close()
  expect((await here.until('moving')).left_ms).toBeGreaterThan(0)
  // The pictures go on where they are until the viewer has moved.
  expect(here.closeCode).toBeNull()
  await there.untilPictures(1, 10)
  expect(moved.gateway.framesOf('live.start')).toHaveLength(2)
  moved.media[0]?.gop(1)
  await here.untilPictures(1, 6)
  here.close()
  await closed
  moved.media[1]?.gop(1)
  await there.untilPictures(1, 11)
})

it('cuts viewers that do not move with 1012', async () => {
  await using two = await startTestNodes()
  await using alone = await LiveWorld.make(two)
  const cameraId = await alone.camera()
  const viewer = await alone.viewer()
  viewer.subscribe(1, cameraId)
  await viewer.untilPictures(1, 5)
  const closed = alone.node.close()
  const { left_ms: leftMs } = await viewer.until('moving')
  await expect(alone.viewer()).rejects.toThrow()
  const since = performance.now()
  expect(await viewer.untilClosed()).toBe(1012)
  expect(performance.now() - since).toBeLessThan(leftMs + 3_000)
  await closed
})
