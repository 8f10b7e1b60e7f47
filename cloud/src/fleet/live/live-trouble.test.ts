import { liveCapability } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { ScriptedMediaSocket } from '#testing/scripted-media-socket.js'
import { answered, refused, twoStreams } from '../cameras/gateway-camera.fixture.js'
import { pairTestGateway, waitUntil } from '../channel/test-nodes.fake.js'
import { LiveWorld, sendsGop, startTestNodes, type TestNodes } from './live-world.fixture.js'

let nodes: TestNodes
let world: LiveWorld

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(async () => {
  // Whatever was done to it, nothing is held for ever.
  const held = () => nodes.nodes[0].services.live.size
  await waitUntil(() => Object.values(held()).every((count) => count === 0), 'the end of all that was held')
  await nodes[Symbol.asyncDispose]()
})
beforeEach(async () => {
  world = await LiveWorld.make(nodes)
  return () => world[Symbol.asyncDispose]()
})

/** Somebody who watches a camera whose agent answers like this. */
async function watching(answer: (type: string) => ReturnType<typeof answered>) {
  const cameraId = await world.camera()
  world.gateway.answer = ({ type }) => answer(type)
  const viewer = await world.viewer()
  viewer.subscribe(1, cameraId)
  return viewer
}

describe('without a picture a viewer is told why', () => {
  it('if the program of the gateway is older than live view', async () => {
    await using old = await LiveWorld.make(nodes, { capabilities: [] })
    const cameraId = await old.camera()
    const viewer = await old.viewer()
    viewer.subscribe(1, cameraId)
    expect(await viewer.until('ended')).toMatchObject({ id: 1, code: 4503, reason: 'agent_too_old' })
    expect(old.gateway.framesOf('live.start')).toEqual([])
  })

  it('if the gateway is not connected; the picture comes when it is back', async () => {
    const cameraId = await world.camera()
    await world.gateway[Symbol.asyncDispose]()
    await waitUntil(() => world.node.services.channel.size === 0, 'the end of the session')
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.until('state', ({ state, reason }) => state === 'stalled' && reason === 'gateway_offline')
    world.gateway = await ScriptedGateway.connect({
      origin: world.node.origin,
      ...world.paired,
      capabilities: [liveCapability],
    })
    world.obeys()
    await viewer.untilPictures(1, 5)
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', reason: null })
  })

  it.each([
    ['camera_offline', 'camera_offline'],
    ['unavailable', 'site_line_taken'],
    ['camera_unknown', null],
  ])('if the gateway refuses with %s; it is asked again', async (code, reason) => {
    const viewer = await watching(() => refused(code))
    await viewer.until('state', (state) => state.state === 'stalled' && state.reason === reason)
    world.obeys()
    await viewer.untilPictures(1, 5)
  })

  it('if the gateway has no such main stream at all', async () => {
    const viewer = await watching(() => refused('unsupported'))
    expect(await viewer.until('ended')).toMatchObject({ code: 4503, retry_after_ms: 60_000 })
  })

  it.each([
    ['is not there after all', 'unsupported'],
    ['is not opened for a while, for it fells the recorded one', 'unavailable'],
  ])('if the sub stream %s: main is sent', async (_, code) => {
    const cameraId = await world.camera({ sub: 'h264' })
    world.gateway.answer = (command) => {
      if (command.type !== 'live.start' || command.body.stream === 'sub') return refused(code)
      world.dialAsAsked(command.body)
      return answered({ codec: 'h264' })
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId, { stream: 'sub' })
    await viewer.untilPictures(1, 5)
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', stream: 'main', reason: 'no_sub_stream' })
  })

  it('if the transcoder of the site is taken: JPEG is sent', async () => {
    const cameraId = await world.camera({ main: 'h265', sub: null })
    world.gateway.answer = (command) => {
      if (command.type !== 'live.start' || command.body.rendition !== 'jpeg') return refused('unavailable')
      world.dialAsAsked(command.body)
      return answered({ codec: 'h265' })
    }
    world.agent = (media) => {
      media.format({ rendition: 'jpeg', codec: 'jpeg', description: null, audio: null })
      media.frame({ keyframe: true, kind: 'jpeg' })
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId, { decodes: ['h264', 'mpeg1'] })
    await viewer.untilPictures(1, 1)
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', reason: 'codec_not_decodable' })
  })

  it('if the gateway takes the request and never dials; it is asked again', async () => {
    const viewer = await watching((type) => {
      // Whatever it is asked after the first time it does.
      if (type === 'live.start') world.obeys()
      return answered({ codec: 'h264' })
    })
    await viewer.until('state', ({ state, reason }) => state === 'stalled' && reason === 'gateway_silent')
    await viewer.untilPictures(1, 5)
    expect(world.gateway.framesOf('live.start')).toHaveLength(2)
  })

  it('if the camera sends nothing for three seconds, or the agent says so; and when it is live again', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    await viewer.until('state', ({ state, reason }) => state === 'stalled' && reason === null)
    const media = await world.untilMedia()
    media.gop(1)
    await viewer.untilIt('live again', () => viewer.stateOf(1)?.state === 'live')
    media.text({ type: 'state', state: 'interrupted', message: 'the camera closed the connection' })
    await viewer.until('state', ({ message }) => message === 'the camera closed the connection')
    expect(viewer.stateOf(1)).toMatchObject({ state: 'stalled', reason: 'camera_offline' })
    media.gop(1)
    await viewer.untilIt('live again', () => viewer.stateOf(1)?.state === 'live')
  })

  it('if the line of the site carries keyframes alone, and is not taken for stalled then', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const media = await world.untilMedia()
    media.text({ type: 'state', state: 'flowing', message: 'the line is slow' })
    const said = await viewer.until('state', ({ reason }) => reason === 'stepped_down_slow_site')
    expect(said).toMatchObject({ state: 'live', message: 'the line is slow' })
    media.text({ type: 'state', state: 'flowing', message: null })
    await viewer.untilIt('all again', () => viewer.stateOf(1)?.reason === null)
  })

  it('if the line is cut; the picture comes again by itself, marked as no continuation', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    world.media[0]?.cut()
    const pictures = await viewer.untilPictures(1, 10)
    expect(pictures[5]).toMatchObject({ sequence: 6, keyframe: true, discontinuity: true })
    expect(viewer.of('format')).toHaveLength(2)
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live' })
  })

  it('if the line was forgotten on the way; a socket from before is not waited for once the gateway is connected anew', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    world.media[0]?.fallSilent()
    await world.gateway[Symbol.asyncDispose]()
    const sinceMs = performance.now()
    world.gateway = await ScriptedGateway.connect({
      origin: world.node.origin,
      ...world.paired,
      capabilities: [liveCapability],
    })
    world.obeys()
    await viewer.untilPictures(1, 10)
    // A socket that is silent by itself is cut after 20 to 30 s.
    expect(performance.now() - sinceMs).toBeLessThan(15_000)
  })

  it('if a socket gives no sign any more; it is asked whether it is there with the stall', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const sinceMs = performance.now()
    world.media[0]?.fallSilent()
    await viewer.untilPictures(1, 10)
    expect(performance.now() - sinceMs).toBeLessThan(15_000)
  })
})

describe("a gateway that is not the camera's any more", () => {
  it('sends nothing once it is disabled', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const admin = await world.org.signIn('admin')
    const answer = await world.node.call(admin, {
      method: 'PATCH',
      url: `/api/v1/gateways/${world.paired.gatewayId}`,
      payload: { status: 'disabled' },
    })
    expect(answer.statusCode).toBe(200)
    expect(await world.media[0]?.untilClosed()).toBe(4403)
    await viewer.until('state', ({ state, reason }) => state === 'stalled' && reason === 'gateway_offline')
  })

  it('sends nothing once the camera is taken from it', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const answer = await world.node.call(world.operator, {
      method: 'POST',
      url: `/api/v1/cameras/${cameraId}/unpair`,
    })
    expect(answer.statusCode).toBe(200)
    expect(await world.media[0]?.untilClosed()).toBe(4403)
    await viewer.until('state', ({ state, reason }) => state === 'stalled' && reason === 'gateway_offline')
  })

  it.each([
    ['it is disabled', `update gateways set status = 'disabled' where id = $1`],
    ['its key is revoked', 'update gateway_keys set revoked_at = now() where gateway_id = $1'],
    ['the camera is taken from it', 'update cameras set gateway_id = null where gateway_id = $1'],
  ])('sends nothing once %s and nobody tells', async (_, text) => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    await nodes.test.query(text, [world.paired.gatewayId])
    expect(await world.media[0]?.untilClosed()).toBe(4403)
  })

  it('gives way to the one that the camera has now, while it is watched', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const paired = await pairTestGateway(world.node, world.operator, world.org.siteId)
    await using other = await ScriptedGateway.connect({
      origin: world.node.origin,
      ...paired,
      capabilities: [liveCapability],
    })
    other.answer = ({ type }) => answered(type === 'probe' ? twoStreams : { codec: 'h264' })
    await nodes.test.query('update cameras set gateway_id = $1 where id = $2', [paired.gatewayId, cameraId])
    world.media[0]?.close()
    const start = await other.until('live.start')
    await using media = await ScriptedMediaSocket.open({
      origin: world.node.origin,
      path: `/api/v1/gateways/${paired.gatewayId}/live/${start.body.live_id}`,
      key: paired.apiKey,
    })
    media.format()
    media.gop()
    await viewer.untilPictures(1, 10)
  })
})

describe('a gateway that does not keep to the protocol', () => {
  it.each<[string, (world: LiveWorld) => void]>([
    ['a frame before the format', ({ media }) => media[0]?.frame({ keyframe: true })],
    [
      'a frame out of order',
      ({ media }) => (media[0]?.format(), media[0]?.frame({ keyframe: true, sequence: 5 })),
    ],
    ['a first frame that is no keyframe', ({ media }) => (media[0]?.format(), media[0]?.frame())],
    ['bytes that are no frame', ({ media }) => media[0]?.raw(Buffer.alloc(40, 9))],
    [
      'a frame for a subscription',
      ({ media }) => (media[0]?.format(), media[0]?.frame({ keyframe: true, subscription: 3 })),
    ],
    ['a text that is no message', ({ media }) => media[0]?.text({ type: 'surprise' })],
    ['another rendition', ({ media }) => media[0]?.format({ rendition: 'mpeg1' })],
  ])('is closed with 4400, and asked again: %s', async (_, misbehave) => {
    world.agent = () => {}
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    const media = await world.untilMedia()
    world.agent = sendsGop
    misbehave(world)
    expect(await media.untilClosed()).toBe(4400)
    await viewer.untilPictures(1, 5)
  })

  it.each<[string, (media: ScriptedMediaSocket) => void]>([
    ['a frame of ten megabytes', (media) => media.raw(Buffer.alloc(10 * 1024 * 1024))],
    [
      'a message of more than 64 KiB',
      (media) => media.text({ type: 'state', state: 'flowing', message: null, more: ' '.repeat(64 * 1024) }),
    ],
  ])('is closed with 1009 for %s', async (_, send) => {
    world.agent = send
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    const media = await world.untilMedia()
    expect(await media.untilClosed()).toBe(1009)
  })

  it.each<[string, (media: ScriptedMediaSocket) => void]>([
    ['frames', (media) => media.frame({ kind: 'audio', keyframe: true, data: Buffer.alloc(1) })],
    ['formats', (media) => media.format()],
    ['states', (media) => media.text({ type: 'state', state: 'flowing', message: null })],
  ])('is closed with 4429 for more %s than a camera sends, and asked again', async (_, send) => {
    world.agent = (media) => {
      media.format()
      media.gop(1)
      // Nobody reads so fast that a bucket would have filled again in between.
      for (let index = 0; index < 10_000; index += 1) send(media)
    }
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    const media = await world.untilMedia()
    world.agent = sendsGop
    expect(await media.untilClosed()).toBe(4429)
    expect(viewer.closeCode).toBeNull()
    await viewer.until('state', ({ state }) => state === 'stalled')
    await viewer.untilIt('the picture again', () => viewer.stateOf(1)?.state === 'live')
  })

  it('gets 409 for a second socket; the first goes on', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const [start] = world.gateway.framesOf('live.start')
    if (!start) throw new Error('unreachable')
    await expect(world.dial(start.body)).rejects.toThrow('409')
    world.media[0]?.gop(1)
    await viewer.untilPictures(1, 6)
  })

  it('gets one socket where it dials twice at once: the other is refused with 409, or closed with 4409', async () => {
    const cameraId = await world.camera()
    const dials: Promise<PromiseSettledResult<ScriptedMediaSocket>[]>[] = []
    world.gateway.answer = (command) => {
      if (command.type !== 'live.start') return refused('unsupported')
      dials.push(Promise.allSettled([world.dial(command.body), world.dial(command.body)]))
      return answered({ codec: 'h264' })
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const outcomes = (await Promise.all(dials)).flat()
    const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const open = () => opened.filter(({ closeCode }) => closeCode === null)
    await waitUntil(() => open().length === 1, 'the end of the other')
    const ends = outcomes.map((outcome) =>
      String(outcome.status === 'rejected' ? outcome.reason : outcome.value.closeCode),
    )
    expect(ends).toHaveLength(2)
    expect(ends.filter((end) => end !== 'null')).toEqual([expect.stringMatching(/409$/)])
  })

  it('gets no socket that it was not asked for, by another key, or once nobody waits', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const [start] = world.gateway.framesOf('live.start')
    if (!start) throw new Error('unreachable')
    await using other = await LiveWorld.make(nodes)
    await expect(other.dial(start.body)).rejects.toThrow('404')
    await expect(world.dial({ ...start.body, live_id: cameraId })).rejects.toThrow('404')
    const { live_id: liveId } = start.body
    const path = `/api/v1/gateways/${world.paired.gatewayId}/live/${liveId}`
    const open = (more: object) =>
      ScriptedMediaSocket.open({ origin: world.node.origin, path, key: world.paired.apiKey, ...more })
    await expect(open({ key: other.paired.apiKey })).rejects.toThrow('404')
    await expect(open({ key: 'gw_nonsense' })).rejects.toThrow('401')
    await expect(open({ headers: { origin: 'https://video.example.com' } })).rejects.toThrow('403')
    viewer.close()
    await world.media[0]?.untilClosed()
    await expect(world.dial(start.body)).rejects.toThrow('404')
  })
})
