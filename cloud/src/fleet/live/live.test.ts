import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNodeGauges } from '../../operations/metrics/metrics.service.js'
import { waitUntil } from '../channel/test-nodes.fake.js'
import { LiveWorld, sendsGop, startTestNodes, type TestNodes } from './live-world.fixture.js'

const metricsToken = 'a-token-of-the-operator'

let nodes: TestNodes
let world: LiveWorld

beforeAll(async () => {
  nodes = await startTestNodes({ metricsToken })
  const { platform, services } = nodes.nodes[0]
  addNodeGauges(platform, services)
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await LiveWorld.make(nodes)
  return () => world[Symbol.asyncDispose]()
})

/** What the node that is watched over says of live view to whoever scrapes it, by name and labels. */
async function figures(): Promise<ReadonlyMap<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { payload } = await world.node.app.inject({ url: '/metrics', headers })
  const lines = payload.matchAll(/^sightline_live_(\S+) (\S+)$/gm)
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]))
}

// The first, for an upstream stays for five seconds after its last viewer.
it('what is watched, sent, left out and how old it was is in the metrics', async () => {
  const before = await figures()
  const grown = (now: ReadonlyMap<string, number>, name: string) =>
    (now.get(name) ?? Number.NaN) - (before.get(name) ?? 0)
  const cameraId = await world.camera({ sub: null })
  const viewer = await world.viewer()
  viewer.subscribe(1, cameraId)
  await viewer.untilPictures(1, 5)
  const slow = await world.viewer({ acknowledges: false })
  slow.subscribe(1, cameraId)
  await slow.untilPictures(1, 5)
  await waitUntil(async () => grown(await figures(), 'frame_age_seconds_count') >= 5, 'acknowledgements')
  const watched = await figures()
  expect([watched.get('viewers'), watched.get('subscriptions'), watched.get('upstreams')]).toEqual([2, 2, 1])
  expect(watched.get('memory_bytes')).toBe(5 * 1_032)
  expect(grown(watched, 'bytes_total{direction="in"}')).toBe(5 * 1_032)
  expect(grown(watched, 'bytes_total{direction="out"}')).toBe(2 * 5 * 1_032)
  const stop = (await world.untilMedia()).play()
  await slow.until('state', ({ state }) => state === 'behind')
  stop()
  // The oldest has waited for longer than a window.
  slow.send({ type: 'ack', id: 1, sequence: 1 })
  const isOlder = async () =>
    grown(await figures(), 'frame_age_seconds_sum') > grown(watched, 'frame_age_seconds_sum') + 0.5
  await waitUntil(isOlder, 'the age of what was acknowledged late')
  const late = await figures()
  expect(grown(late, 'frames_skipped_total')).toBeGreaterThan(0)
  expect(grown(late, 'bytes_total{direction="out"}')).toBeLessThan(
    2 * grown(late, 'bytes_total{direction="in"}'),
  )
})

const numbers = (frames: readonly { sequence: number; keyframe: boolean; catchUp: boolean }[]) =>
  frames.map(
    ({ sequence, keyframe, catchUp }) => `${sequence}${keyframe ? 'K' : ''}${catchUp ? ' past' : ''}`,
  )

describe('a picture', () => {
  it('comes from the gateway of the camera to a viewer, byte by byte', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    const pictures = await viewer.untilPictures(1, 5)
    expect(viewer.of('format')).toMatchObject([
      { id: 1, stream: 'main', mode: 'full', rendition: 'source', codec: 'avc1.4d401f', width: 1920 },
    ])
    expect(numbers(pictures)).toEqual(['1K', '2', '3', '4', '5'])
    expect(pictures[2]?.data).toEqual(Buffer.alloc(1_000, 3))
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', stream: 'main', reason: null })
    const media = await world.untilMedia()
    await media.until('the acknowledgement of all', () =>
      media.messages.some((message) => message.type === 'ack' && message.sequence === 5),
    )
    expect(world.gateway.framesOf('live.start').map(({ body }) => body)).toMatchObject([
      { camera_id: cameraId, stream: 'main', mode: 'full', audio: false, rendition: 'source' },
    ])
  })

  it('may be large: a keyframe of 3 MiB', async () => {
    const data = Buffer.alloc(3 * 1024 * 1024, 7)
    world.agent = (media) => {
      media.format()
      media.frame({ keyframe: true, data })
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, await world.camera())
    const [picture] = await viewer.untilPictures(1, 1)
    expect(Buffer.compare(data, Buffer.from(picture?.data ?? []))).toBe(0)
  })

  it('comes over one upstream to all who watch, who join from the memory of the node', async () => {
    const cameraId = await world.camera()
    const first = await world.viewer()
    first.subscribe(1, cameraId)
    await first.untilPictures(1, 5)
    const second = await world.viewer()
    second.subscribe(7, cameraId)
    expect(numbers(await second.untilPictures(7, 5))).toEqual([
      '1K past',
      '2 past',
      '3 past',
      '4 past',
      '5 past',
    ])
    const media = await world.untilMedia()
    media.gop(2)
    expect(numbers((await second.untilPictures(7, 7)).slice(5))).toEqual(['6K', '7'])
    await first.untilPictures(1, 7)
    expect(world.gateway.framesOf('live.start')).toHaveLength(1)
    expect(world.node.services.live.size).toMatchObject({ viewers: 2, subscriptions: 2 })
  })

  it('is the 64th of a person at most: the 65th ends with 4429, and the others go on', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    for (let id = 1; id <= 65; id += 1) viewer.subscribe(id, cameraId, { mode: 'keys' })
    const ended = await viewer.until('ended')
    expect(ended).toMatchObject({ id: 65, code: 4429, message: expect.stringContaining('64') })
    await viewer.untilPictures(64, 1)
    expect(viewer.of('ended')).toHaveLength(1)
    expect(viewer.closeCode).toBeNull()
  })

  it('ends at the gateway some seconds after the last viewer, and not between two', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    viewer.send({ type: 'unsubscribe', id: 1 })
    expect(await viewer.until('ended')).toMatchObject({ id: 1, code: 1000, retry_after_ms: null })
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 10)
    const [media] = world.media
    viewer.close()
    expect(await media?.untilClosed()).toBe(1000)
    expect(world.media).toHaveLength(1)
    await waitUntil(() => world.node.services.live.size.upstreams === 0, 'the end of the upstream')
    const left = await figures()
    const gauges = ['viewers', 'subscriptions', 'upstreams', 'memory_bytes']
    expect(gauges.map((name) => left.get(name))).toEqual([0, 0, 0, 0])
  })

  it('is asked for as the viewers together need it', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId, { mode: 'keys' })
    await viewer.untilPictures(1, 1)
    const media = await world.untilMedia()
    viewer.subscribe(2, cameraId, { audio: true })
    await media.until('full with sound', () => media.messages.some(({ type }) => type === 'set'))
    viewer.send({ type: 'update', id: 2, audio: false })
    viewer.send({ type: 'unsubscribe', id: 2 })
    await media.until(
      'keyframes alone',
      () => media.messages.filter(({ type }) => type === 'set').length === 3,
    )
    expect(media.messages.filter(({ type }) => type === 'set')).toEqual([
      { type: 'set', mode: 'full', audio: true },
      { type: 'set', mode: 'full', audio: false },
      { type: 'set', mode: 'keys', audio: false },
    ])
  })

  it('is keyframes alone, without sound, for who asked for that', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId, { mode: 'keys', audio: true })
    viewer.subscribe(2, cameraId, { audio: true })
    await viewer.untilPictures(2, 5)
    const media = await world.untilMedia()
    media.frame({ kind: 'audio', keyframe: true })
    media.gop(3)
    await viewer.untilPictures(2, 8)
    const kinds = (id: number) =>
      viewer.frames
        .filter(({ subscription }) => subscription === id)
        .map(({ kind, keyframe }) => `${kind} ${keyframe}`)
    expect(kinds(1)).toEqual(['video true', 'video true'])
    expect(kinds(2).slice(5)).toEqual(['audio true', 'video true', 'video false', 'video false'])
  })

  it('goes from keyframes to all pictures at once, from the memory', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    viewer.subscribe(2, cameraId, { mode: 'keys' })
    await viewer.untilPictures(1, 5)
    await viewer.untilPictures(2, 1)
    viewer.send({ type: 'update', id: 2, mode: 'full' })
    expect(numbers((await viewer.untilPictures(2, 6)).slice(1))).toEqual([
      '2K past',
      '3 past',
      '4 past',
      '5 past',
      '6 past',
    ])
    viewer.send({ type: 'update', id: 2, mode: 'keys' })
    await viewer.until('format', ({ id, mode }) => id === 2 && mode === 'keys')
    const media = await world.untilMedia()
    media.frame()
    media.gop(2)
    await viewer.untilPictures(1, 8)
    expect(numbers(viewer.pictures(2).slice(6))).toEqual(['7K'])
  })

  it('goes on in the stream before until the other one can begin', async () => {
    const cameraId = await world.camera({ sub: 'h264' })
    world.agent = (media, { stream }) => {
      media.format({ width: stream === 'main' ? 1920 : 640 })
      if (stream === 'main') media.gop()
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    viewer.send({ type: 'update', id: 1, stream: 'sub' })
    const sub = await world.untilMedia(1)
    world.media[0]?.frame()
    await viewer.untilPictures(1, 6)
    expect(viewer.of('format')).toHaveLength(1)
    sub.gop(2)
    await viewer.until('format', ({ stream, width }) => stream === 'sub' && width === 640)
    const pictures = await viewer.untilPictures(1, 8)
    expect(
      pictures.slice(6).map(({ sequence, keyframe, discontinuity }) => [sequence, keyframe, discontinuity]),
    ).toEqual([
      [7, true, true],
      [8, false, false],
    ])
    expect(await world.media[0]?.untilClosed()).toBe(1000)
  })

  it('goes ahead as the sub stream where the main one is late, with the reason, and gives way to it', async () => {
    const cameraId = await world.camera({ sub: 'h264' })
    world.agent = (media, { stream }) => {
      if (stream === 'main') return
      media.format({ width: 640 })
      media.gop()
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', stream: 'sub', reason: 'main_on_its_way' })
    const main = await world.untilMedia()
    main.format()
    main.gop(2)
    await viewer.untilPictures(1, 7)
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', stream: 'main', reason: null })
    expect(viewer.of('format').map(({ stream, width }) => `${stream} ${width}`)).toEqual([
      'sub 640',
      'main 1920',
    ])
  })

  it('goes ahead at once as the sub stream that somebody watches already', async () => {
    const cameraId = await world.camera({ sub: 'h264' })
    world.agent = (media, start) => (start.stream === 'sub' ? sendsGop(media, start) : undefined)
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId, { stream: 'sub' })
    await viewer.untilPictures(1, 5)
    viewer.subscribe(2, cameraId)
    expect(numbers(await viewer.untilPictures(2, 5))[0]).toBe('1K past')
    expect(viewer.stateOf(2)).toMatchObject({ stream: 'sub', reason: 'main_on_its_way' })
    await waitUntil(
      () => world.gateway.framesOf('live.start').length === 2,
      'the main stream is asked for too',
    )
    expect(world.gateway.framesOf('live.start').map(({ body }) => body.stream)).toEqual(['sub', 'main'])
  })

  it('may change its size in mid-stream: a format comes before the frames of it', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    const media = await world.untilMedia()
    media.format({ width: 640, height: 360 })
    media.gop(2)
    await viewer.untilPictures(1, 7)
    const order = viewer.all
      .map((one) => ('type' in one ? one.type : one.sequence))
      .filter((one) => one !== 'state')
    expect(order).toEqual(['welcome', 'format', 1, 2, 3, 4, 5, 'format', 6, 7])
  })
})

describe('what the browser cannot decode', () => {
  it.each<[string, { main: string; sub: string | null }, ('h264' | 'h265' | 'mpeg1')[], object, object]>([
    [
      'H.265 with H.264 sub',
      { main: 'h265', sub: 'h264' },
      ['h264', 'mpeg1'],
      { stream: 'sub', rendition: 'source' },
      { stream: 'sub' },
    ],
    [
      'H.265 alone',
      { main: 'h265', sub: null },
      ['h264', 'mpeg1'],
      { stream: 'main', rendition: 'mpeg1' },
      { stream: 'main' },
    ],
    [
      'H.265 without MPEG-1',
      { main: 'h265', sub: 'h265' },
      ['h264'],
      { stream: 'sub', rendition: 'jpeg' },
      { stream: 'sub' },
    ],
  ])('is sent otherwise: %s', async (_, codecs, decodes, start, state) => {
    const cameraId = await world.camera(codecs)
    world.agent = (media, { rendition }) => {
      media.format({
        rendition,
        ...(rendition !== 'source' && { codec: rendition, description: null, audio: null }),
      })
      media.frame({ keyframe: true, kind: rendition === 'source' ? 'video' : rendition })
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId, { decodes })
    await viewer.untilPictures(1, 1)
    expect(world.gateway.framesOf('live.start')[0]?.body).toMatchObject(start)
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', reason: 'codec_not_decodable', ...state })
  })

  it('is noticed by the format too, where the codec was not known before', async () => {
    const cameraId = await world.camera({ main: null, sub: 'h264' })
    world.agent = (media, { stream }) => {
      media.format(stream === 'main' ? { codec: 'hvc1.1.6.L93.B0' } : {})
      media.gop()
    }
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    expect(viewer.of('format')).toMatchObject([{ stream: 'sub', codec: 'avc1.4d401f' }])
    expect(viewer.stateOf(1)).toMatchObject({ state: 'live', stream: 'sub', reason: 'codec_not_decodable' })
  })
})
