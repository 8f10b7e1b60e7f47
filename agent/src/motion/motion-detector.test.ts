import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../platform/clock.fake.js'
import { systemClock } from '../platform/clock.js'
import { type Ffmpeg, findFfmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { silentLogger } from '../platform/logger.js'
import type { Packet, StreamRun } from '../stream/packet.js'
import { PacketHub } from '../stream/packet-hub.js'
import { RingBudget } from '../stream/ring-budget.js'
import { requestFor } from './decode-request.fixture.js'
import { type Draw, lumaOf, withFigure, yard } from './drawn-pictures.fixture.js'
import { createFfmpegGrayDecoder } from './ffmpeg-gray-decoder.js'
import {
  type Decoded,
  type DecodeOutcome,
  type DecodeRequest,
  type Excerpt,
  type GrayDecoder,
  nothing,
  type Urgency,
} from './gray-decoder.js'
import type { Motion } from './motion.js'
import { MotionDetector } from './motion-detector.js'
import type { MotionHealth } from './motion-health.js'
import { realPackets } from './real-packets.fixture.js'
import { wantedPictures } from './wanted-pictures.js'

let clock: FakeClock
let hub: PacketHub
let watch: MotionDetector | null = null
let reported: { motion: Motion; atMs: number }[]
let quiets: number[]
let healths: MotionHealth[]
let lates: number[]

beforeEach(() => {
  clock = createFakeClock()
  hub = new PacketHub({ clock, log: silentLogger, budget: new RingBudget(1e9), preEventSec: 3 })
  ;[reported, quiets, healths, lates, watch] = [[], [], [], [], null]
})
afterEach(() => {
  watch?.stop()
  hub.close()
  // Neither the watch nor the ring leaves a timer behind.
  expect(clock.waiting).toBe(0)
})

function begin(decoder: GrayDecoder | null): MotionDetector {
  watch = new MotionDetector({
    cameraId: 'one',
    source: hub,
    settings: { sensitivity: 'medium', zones: [] },
    clock,
    log: silentLogger,
    decoder,
    onMotion: (motion) => reported.push({ motion, atMs: clock.now() }),
    onQuiet: (atMs) => quiets.push(atMs),
    onLate: (lateMs) => lates.push(lateMs),
    onHealth: (health) => healths.push(health),
  })
  return watch
}

/** A run whose pictures say by themselves what they show: a decoder of the test reads it. */
class Scene implements GrayDecoder {
  readonly requests: (Excerpt & { urgency: Urgency })[] = []
  failure: DecodeOutcome | null = null
  tookMs = 60
  /** For its turn. */
  waitMs = 0
  readonly #draws = new Map<StreamRun, (second: number) => Draw>()
  #frame = 0
  #run: StreamRun

  constructor(draw: (second: number) => Draw, size: readonly [number, number] = [640, 360]) {
    this.#run = this.next(draw, size)
  }

  next(draw: (second: number) => Draw, [width, height]: readonly [number, number] = [640, 360]): StreamRun {
    const video = { codec: 'h264', width, height, parameterSets: [] } as const
    this.#run = { id: this.#draws.size + 1, startedAtMs: clock.now(), video, audio: null }
    this.#draws.set(this.#run, draw)
    this.#frame = 0
    return this.#run
  }

  /** A keyframe every two seconds; a movement costs bytes. */
  async play(seconds: number, bytes: (second: number) => number = () => 0, perSecond = 10): Promise<void> {
    for (let n = 0; n < seconds * perSecond; n += 1) {
      const us = Math.round((this.#frame * 1_000_000) / perSecond)
      const keyframe = this.#frame % (2 * perSecond) === 0
      const data = new Uint8Array((keyframe ? 9000 : 220 + ((this.#frame * 7) % 40)) + bytes(us / 1_000_000))
      data[4] = keyframe ? 0x65 : 0x41
      const packet: Packet = { run: this.#run, track: 'video', ptsUs: us, dtsUs: us, keyframe, data }
      this.#frame += 1
      hub.packet(packet)
      await clock.advance(1000 / perSecond)
    }
  }

  end(): void {
    hub.runEnded(this.#run, 'the camera went away')
  }

  async decode(request: DecodeRequest, signal: AbortSignal): Promise<Decoded> {
    if (this.waitMs > 0) await clock.delay(this.waitMs)
    const urgency = request.urgency()
    const excerpt = request.take(Number.POSITIVE_INFINITY) ?? nothing
    this.requests.push({ ...excerpt, urgency })
    await clock.delay(this.tookMs)
    return { ...this.#outcome(excerpt, signal), ownMs: this.tookMs }
  }

  reconsider(): void {}

  #outcome(request: Excerpt, signal: AbortSignal): DecodeOutcome {
    if (signal.aborted) return { kind: 'aborted' }
    if (this.failure !== null) return this.failure
    const [first] = request.packets
    const draw = first && this.#draws.get(first.run)
    if (draw === undefined) return { kind: 'damaged', reason: 'unknown run' }
    const pictures = wantedPictures(request.packets, request).map(({ ptsUs, keyframe }) => ({
      luma: lumaOf(draw(ptsUs / 1_000_000)),
      ptsUs,
      keyframe,
    }))
    return { kind: 'pictures', pictures }
  }
}

/** A figure crosses between two seconds; its bytes show. */
const crossing = (from: number, to: number) => ({
  draw: (second: number) =>
    second >= from && second < to ? withFigure(Math.round(10 + (second - from) * 15), 55) : yard,
  bytes: (second: number) => (second >= from && second < to ? 900 : 0),
})

describe('a movement', () => {
  it('is reported within a second and a half, again while it lasts, and ends by quiet', async () => {
    const { draw, bytes } = crossing(10, 18)
    const startedAtMs = clock.now()
    const scene = new Scene(draw)
    begin(scene)
    await scene.play(40, bytes)
    expect(reported.map(({ atMs }) => (atMs - startedAtMs) / 1000)).toEqual([
      expect.closeTo(10.7, 0),
      expect.closeTo(16.4, 0),
    ])
    const [began, lasts] = reported.map(({ motion }) => (motion.atMs - startedAtMs) / 1000)
    // The first is reported by its beginning, for the clip starts there; the next by what is newest.
    expect(began).toBeGreaterThanOrEqual(10)
    expect(began).toBeLessThan(10.4)
    expect(lasts).toBeGreaterThan(15)
    expect(reported[0]?.motion.area.top).toBeCloseTo(55 / 90, 1)
    expect(quiets.map((atMs) => (atMs - startedAtMs) / 1000)).toEqual([expect.closeTo(18, 0)])
  })

  it('is one event though the figure stands still on its way, and another after quiet', async () => {
    const [first, second, third] = [crossing(10, 13), crossing(19, 22), crossing(40, 43)]
    const all = [first, second, third]
    const scene = new Scene((at) => all.map(({ draw }) => draw(at)).find((draw) => draw !== yard) ?? yard)
    begin(scene)
    await scene.play(60, (at) => all.reduce((sum, { bytes }) => sum + bytes(at), 0))
    expect(quiets).toHaveLength(2)
    const begins = reported.filter(
      ({ atMs }, index) => index === 0 || atMs - (reported[index - 1]?.atMs ?? 0) > 12_000,
    )
    expect(begins).toHaveLength(2)
  })

  it('ends with the stream, and what comes after is checked in its own size', async () => {
    const { draw, bytes } = crossing(10, 60)
    const scene = new Scene(draw)
    const { health } = { health: () => watch?.health().state }
    begin(scene)
    await scene.play(12, bytes)
    expect([reported.length, quiets.length]).toEqual([1, 0])
    scene.end()
    expect([quiets.length, health()]).toEqual([1, 'waiting'])
    const again = crossing(8, 12)
    scene.next(
      (at): Draw =>
        (x, y) =>
          again.draw(at)(x, y) * 0.5,
      [1280, 720],
    )
    await scene.play(12, (at) => again.bytes(at) * 4)
    expect([reported.length, health()]).toEqual([2, 'watching'])
    scene.end()
    await clock.advance(60_000)
  })

  it('is reported where the zones are, from the next check on after a change', async () => {
    const { draw, bytes } = crossing(10, 40)
    const scene = new Scene(draw)
    const sky = {
      kind: 'include',
      points: [
        [0, 0],
        [1, 0],
        [1, 0.3],
        [0, 0.3],
      ],
    } as const
    begin(scene).configure({ sensitivity: 'medium', zones: [sky] })
    await scene.play(13, bytes)
    expect(reported).toEqual([])
    watch?.configure({ sensitivity: 'medium', zones: [] })
    await scene.play(5, bytes)
    expect(reported).toHaveLength(1)
  })

  it('that may begin is checked late: how late is reported meanwhile', async () => {
    const { draw, bytes } = crossing(10, 16)
    const scene = new Scene(draw)
    begin(scene)
    await scene.play(10, bytes)
    scene.waitMs = 4000
    await scene.play(6, bytes)
    expect(lates).toEqual([1000, 2000, 3000, 4000, 0])
    watch?.stop()
    await clock.advance(6000)
  })

  it.each([
    ['that goes on', 16],
    ['that is over by then', 12],
  ])('%s is looked at where it began, though its look waits', async (_name, until) => {
    const { draw } = crossing(10, until)
    const scene = new Scene(draw)
    const startedAtMs = clock.now()
    begin(scene)
    const bytes = (at: number) => (at >= 9.5 && at < until ? 900 : 0)
    await scene.play(9.4, bytes)
    scene.waitMs = 3500
    await scene.play(9, bytes)
    expect(reported.map(({ motion }) => (motion.atMs - startedAtMs) / 1000)[0]).toBeCloseTo(10.2, 0)
    expect(reported[0]?.motion.atMs).toBeGreaterThanOrEqual(startedAtMs + 10_000)
    scene.waitMs = 0
    await scene.play(20)
    expect(quiets).toHaveLength(1)
    await clock.advance(5000)
  })

  it('is not over while a check of it waits', async () => {
    const { bytes } = crossing(10, 60)
    const scene = new Scene((at) =>
      at < 10 ? yard : withFigure(Math.round(10 + (((at - 10) * 15) % 130)), 55),
    )
    begin(scene)
    await scene.play(13, bytes)
    expect(reported).toHaveLength(1)
    scene.waitMs = 12_000
    // Unseen for longer than a movement may be, with a look under way.
    await scene.play(11, bytes)
    expect(quiets).toEqual([])
    watch?.stop()
    await clock.advance(15_000)
  })

  it('is reported no more after stop, in the middle of a check', async () => {
    const { draw, bytes } = crossing(10, 20)
    const scene = new Scene(draw)
    begin(scene)
    await scene.play(10, bytes)
    scene.tookMs = 700
    const before = scene.requests.length
    while (scene.requests.length === before) await scene.play(0.1, bytes)
    watch?.stop()
    await scene.play(5, bytes)
    await clock.advance(1000)
    expect([reported, quiets]).toEqual([[], []])
  })
})

describe('a still scene', () => {
  it('costs one keyframe in at least every 30 s and nothing else', async () => {
    const scene = new Scene(() => yard)
    begin(scene)
    await scene.play(10)
    scene.requests.length = 0
    await scene.play(300)
    expect(
      scene.requests.every(({ packets, urgency }) => packets.length === 1 && urgency === 'patient'),
    ).toBe(true)
    expect(scene.requests.length).toBeGreaterThanOrEqual(10)
    expect(scene.requests.length).toBeLessThanOrEqual(14)
  })

  it('with a counter in it, whose bytes do not show, is checked a few times in vain and no more', async () => {
    const places = [10, 30, 50, 70, 90, 110] as const
    const scene = new Scene((second) => {
      const group = Math.floor(second / 2)
      return withFigure(places[(Math.imul(group, 2_654_435_761) >>> 8) % places.length] ?? 0, 10, 250)
    })
    begin(scene)
    await scene.play(150)
    scene.requests.length = 0
    await scene.play(600)
    expect(scene.requests.filter(({ packets }) => packets.length > 1).length).toBeLessThanOrEqual(4)
    expect(reported).toEqual([])
  })

  it('shows in the next keyframe what sizes did not show', async () => {
    const { draw } = crossing(41, 70)
    const scene = new Scene(draw)
    begin(scene)
    await scene.play(80)
    expect(reported.length).toBeGreaterThanOrEqual(1)
  })

  it('is looked at where a keyframe shows what no sizes told of, and nothing that moved is learned as vain', async () => {
    const { draw } = crossing(47, 51)
    const scene = new Scene(draw)
    const startedAtMs = clock.now()
    begin(scene)
    await scene.play(46)
    scene.requests.length = 0
    scene.waitMs = 1500
    await scene.play(20)
    expect(scene.requests.some(({ packets }) => packets.length === 1)).toBe(true)
    expect(reported).toHaveLength(1)
    const began = ((reported[0]?.motion.atMs ?? 0) - startedAtMs) / 1000
    expect(began).toBeGreaterThanOrEqual(46)
    expect(began).toBeLessThan(47.4)
    await clock.advance(5000)
  })

  it('that grows brighter and darker is quiet', async () => {
    const scene = new Scene((second) => (x, y) => yard(x, y) * (1 + 0.4 * Math.sin(second)))
    begin(scene)
    await scene.play(40, () => 900)
    expect(reported).toEqual([])
  })

  it('into which something was put learns it as part of the scene', async () => {
    const scene = new Scene((second) => (second < 12 ? yard : withFigure(60, 55)))
    begin(scene)
    await scene.play(150, (second) => (second > 12 && second < 14 ? 900 : 0))
    expect(reported).toEqual([])
    scene.requests.length = 0
    await scene.play(60)
    expect(scene.requests.every(({ packets }) => packets.length === 1)).toBe(true)
  })
})

describe('a stream of too few pictures', () => {
  const back = (at: number) => withFigure(Math.round(20 + 40 * Math.abs(((at / 5) % 2) - 1) * 2), 55)
  const bytes = (at: number) => (at >= 10 ? 900 : 0)

  it('to follow anything in is called degraded, which says what to set; watching once there are enough', async () => {
    const scene = new Scene((at) => (at < 10 ? yard : back(at)))
    begin(scene)
    await scene.play(60, bytes, 2)
    expect(reported).toEqual([])
    expect(healths.map(({ state }) => state)).toEqual(['learning', 'watching', 'degraded'])
    expect(watch?.health().message).toContain('set its frame rate')
    scene.end()
    scene.next((at) => (at < 10 ? yard : back(at)))
    await scene.play(60, bytes)
    expect(healths.map(({ state }) => state).slice(3)).toEqual(['learning', 'watching'])
    expect(reported.length).toBeGreaterThan(0)
  })

  it('while nothing moves is watched: a camera may send more as soon as something does', async () => {
    const scene = new Scene(() => yard)
    begin(scene)
    await scene.play(60, () => 0, 1)
    expect(healths.map(({ state }) => state)).toEqual(['learning', 'watching'])
  })

  it('four a second are enough', async () => {
    const scene = new Scene((at) => (at < 10 ? yard : back(at)))
    begin(scene)
    await scene.play(60, bytes, 4)
    expect(healths.map(({ state }) => state)).toEqual(['learning', 'watching'])
    expect(reported.length).toBeGreaterThan(0)
  })
})

describe('a decoder', () => {
  it('that is not there: nothing is reported, and health says what to do', async () => {
    const { draw, bytes } = crossing(10, 20)
    const scene = new Scene(draw)
    begin(null)
    await scene.play(30, bytes)
    expect([reported, scene.requests]).toEqual([[], []])
    expect(watch?.health()).toMatchObject({
      state: 'degraded',
      message: expect.stringContaining('FFMPEG_PATH'),
    })
  })

  it('watching -> degraded -> watching: it fails for a while; sizes alone report nothing', async () => {
    // To and fro, for ever.
    const { bytes } = crossing(10, 200)
    const draw = (at: number) =>
      at < 10 ? yard : withFigure(Math.round(20 + 40 * Math.abs(((at / 5) % 2) - 1) * 2), 55)
    const scene = new Scene(draw)
    begin(scene)
    await scene.play(8, bytes)
    scene.failure = { kind: 'unavailable', reason: 'ffmpeg was ended after 5 s' }
    await scene.play(60, bytes)
    expect(reported).toEqual([])
    expect(healths.map(({ state }) => state)).toEqual(['learning', 'watching', 'degraded'])
    expect(watch?.health().message).toContain('ffmpeg was ended after 5 s')
    const asked = scene.requests.length
    expect(asked).toBeLessThan(20)
    scene.failure = null
    await scene.play(70, bytes)
    expect(healths.map(({ state }) => state)).toEqual(['learning', 'watching', 'degraded', 'watching'])
    expect(reported.length).toBeGreaterThan(0)
  })

  it('fails once: that is no fault', async () => {
    const scene = new Scene(() => yard)
    begin(scene)
    scene.failure = { kind: 'damaged', reason: 'bytes' }
    await scene.play(0.1)
    scene.failure = null
    await scene.play(10)
    expect(healths.map(({ state }) => state)).toEqual(['learning', 'watching'])
  })
})

describe('real H.264', () => {
  let ffmpeg: Ffmpeg
  beforeAll(async () => {
    const { found } = await findFfmpeg(null, systemClock)
    if (found === null) throw new Error('these tests need ffmpeg')
    ffmpeg = found
  })

  /** Plays packets while the decoder takes the time that it takes, in no time of the camera. */
  async function play(packets: readonly Packet[]): Promise<void> {
    const inner = createFfmpegGrayDecoder({ ffmpeg, clock: systemClock, redact: (text) => text })
    let underWay: Promise<unknown> = Promise.resolve()
    begin({
      decode: (request, signal) => {
        const decoding = inner.decode({ ...request, urgency: () => 'now' }, signal)
        underWay = Promise.all([underWay, decoding])
        return decoding
      },
      reconsider: () => inner.reconsider(),
    })
    const run: StreamRun | undefined = packets[0] && { ...packets[0].run, startedAtMs: clock.now() }
    if (run === undefined) throw new Error('there are no packets')
    const origin = clock.monotonic()
    for (const packet of packets) {
      await underWay
      await clock.advance(packet.dtsUs / 1000 - (clock.monotonic() - origin))
      hub.packet({ ...packet, run })
    }
    await underWay
    await clock.advance(1)
  }

  it('of a box that crosses the picture after eight seconds', async () => {
    const box = `[b];color=white:s=20x60:r=10:d=14[f];[b][f]overlay=x='if(gte(t,8),(t-8)*60,-60)':y=90`
    const packets = await realPackets(ffmpeg.path, {
      source: `smptebars=s=320x180:r=10:d=14${box}`,
      size: [320, 180],
      fps: 10,
      encoder: ['-g', '40', '-bf', '2', '-crf', '26'],
    })
    const startedAtMs = clock.now()
    await play(packets)
    expect(reported.length).toBeGreaterThanOrEqual(1)
    expect((reported[0]?.atMs ?? 0) - startedAtMs).toBeGreaterThan(8000)
    expect((reported[0]?.atMs ?? 0) - startedAtMs).toBeLessThan(9700)
    expect(watch?.health().state).toBe('watching')
  })

  it('whose keyframes are far worse than the pictures between: the blip is no movement', async () => {
    const packets = await realPackets(ffmpeg.path, {
      source: 'smptebars=s=320x180:r=10:d=16,noise=alls=60:all_seed=5,boxblur=2',
      size: [320, 180],
      fps: 10,
      encoder: ['-g', '10', '-bf', '0', '-x264-params', 'qp=28:ipratio=0.2:scenecut=0'],
    })
    await play(packets)
    expect(reported).toEqual([])
    const decoder = createFfmpegGrayDecoder({ ffmpeg, clock: systemClock, redact: (text) => text })
    const shown = await decoder.decode(requestFor(packets), new AbortController().signal)
    if (shown.kind !== 'pictures') throw new Error(shown.kind)
    const apart = (a: number, b: number) => {
      const [one, other] = [shown.pictures[a]?.luma, shown.pictures[b]?.luma]
      if (one === undefined || other === undefined) throw new Error('there are too few pictures')
      return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0)
    }
    // The blip is there: a keyframe is further from its neighbour than those are from each other.
    expect(apart(79, 80)).toBeGreaterThan(2 * apart(77, 78))
  })
})
