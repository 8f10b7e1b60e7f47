import { beforeEach, describe, expect, test } from 'vitest'
import type { AudioTrack, VideoTrack } from '../rtsp/track.js'
import { MovedClock, NotingListener, sets, slice } from './camera-pictures.fixture.js'
import { hevcSets, hevcSlice, hevcType } from './hevc-pictures.fixture.js'
import type { Packet } from './packet.js'
import { StreamIngest } from './stream-ingest.js'

const h264: VideoTrack = {
  codec: 'h264',
  payloadType: 96,
  clockRate: 90_000,
  parameterSets: [sets.sps, sets.pps],
  hasDonl: false,
  control: null,
}
const h265: VideoTrack = {
  ...h264,
  codec: 'h265',
  parameterSets: [hevcSets.vps, hevcSets.sps, hevcSets.pps],
}
const pcma: AudioTrack = {
  codec: 'pcma',
  payloadType: 8,
  clockRate: 8000,
  channels: 1,
  config: null,
  auHeader: null,
  control: null,
}
const aac: AudioTrack = {
  ...pcma,
  codec: 'aac',
  payloadType: 97,
  clockRate: 16_000,
  config: Buffer.from('1408', 'hex'),
}

let clock: MovedClock
let heard: NotingListener
let ingest: StreamIngest
/** Timestamps of the video, and of a sound that began elsewhere. */
let ticks: number
let soundTicks: number

function begin(video: VideoTrack, audio: AudioTrack | null): void {
  let lastId = 0
  clock = new MovedClock()
  heard = new NotingListener()
  ingest = new StreamIngest({ video, audio, clock, nextRunId: () => ++lastId, sink: heard })
  ticks = 1000
  soundTicks = 3_000_000_000
}

beforeEach(() => begin(h264, pcma))

function picture(unit: Buffer): void {
  ingest.video.payload(unit, 0, unit.length, Math.round(ticks) >>> 0, true)
}

const tone = Buffer.alloc(160, 0x85)
const longTone = Buffer.alloc(200, 0x85)

function sound(payload: Buffer = tone): void {
  ingest.audio?.payload(payload, 0, payload.length, Math.round(soundTicks) >>> 0, true)
}

interface Playing {
  readonly seconds: number
  /** Speed of the sound's clock. */
  readonly speed?: number
  /** How many samples come in a unit of time, of those that there should be. */
  readonly sampleSpeed?: number
  /** Speed of the clock of the pictures. */
  readonly pictureSpeed?: number
  /** Whether sound comes at that time of the play, ms. */
  readonly sounds?: (ms: number) => boolean
}

/** 25 pictures and 50 sounds a second, a keyframe each second. */
function play({ seconds, speed = 1, sampleSpeed = 1, pictureSpeed = 1, sounds = () => true }: Playing): void {
  let samples = 0
  for (let frame = 0; frame < seconds * 25; frame++) {
    picture(slice(frame % 25 === 0))
    ticks += 3600 * pictureSpeed
    for (let half = 0; half < 2; half++) {
      clock.move(20)
      soundTicks += 160 * speed
      samples += 160 * sampleSpeed
      const whole = Math.floor(samples)
      samples -= whole
      if (sounds(frame * 40 + half * 20)) sound(longTone.subarray(0, whole))
    }
  }
}

const soundPackets = () => heard.packets.filter(({ track }) => track === 'audio')
const pictures = () => heard.packets.filter(({ track }) => track === 'video')
/** From one to the next, us. */
const steps = (packets: readonly Packet[]) =>
  packets.slice(1).map(({ ptsUs }, index) => ptsUs - (packets[index]?.ptsUs ?? 0))

describe('H.265', () => {
  test('makes runs as H.264 does, with all its parameter sets', () => {
    begin(h265, null)
    for (const type of [hevcType.trailing, hevcType.idr, hevcType.trailing]) {
      picture(hevcSlice(type))
      ticks += 3600
      clock.move(40)
    }
    expect(heard.story).toBe('kp')
    expect(heard.packets[0]?.run).toMatchObject({
      audio: null,
      video: {
        codec: 'h265',
        width: 640,
        height: 360,
        parameterSets: h265.parameterSets.map((set) => Uint8Array.from(set)),
      },
    })
  })

  test('with parameter sets in the stream only, and another size on the way', () => {
    begin({ ...h265, parameterSets: [] }, null)
    const withSets = (sps: Buffer) => {
      for (const set of [hevcSets.vps, sps, hevcSets.pps])
        ingest.video.payload(set, 0, set.length, ticks >>> 0, false)
      for (const type of [hevcType.idr, hevcType.trailing]) {
        picture(hevcSlice(type))
        ticks += 3600
        clock.move(40)
      }
    }
    withSets(hevcSets.sps)
    withSets(hevcSets.sps)
    withSets(hevcSets.largeSps)
    expect(heard.story).toBe('kpkp|kp')
    expect(heard.packets.at(-1)?.run.video).toMatchObject({ width: 1920, height: 1080 })
  })

  test('begins a run without the pictures that are shown before it', () => {
    begin(h265, null)
    for (const [type, shownAt] of [
      [hevcType.cra, 3],
      [hevcType.radl, 1],
      [hevcType.rasl, 2],
      [hevcType.trailing, 4],
    ] as const) {
      ticks = 1000 + shownAt * 3600
      picture(hevcSlice(type))
      clock.move(40)
    }
    expect(heard.story).toBe('kp')
    expect(heard.packets.map(({ ptsUs }) => ptsUs)).toEqual([0, 40_000])
  })
})

describe('sound beside pictures', () => {
  test('says what it is in each run', () => {
    play({ seconds: 1 })
    expect(heard.packets[0]?.run.audio).toEqual({
      codec: 'pcma',
      sampleRate: 8000,
      channels: 1,
      config: null,
    })
    begin(h264, aac)
    play({ seconds: 1, sounds: () => false })
    expect(heard.packets[0]?.run.audio).toMatchObject({ codec: 'aac', sampleRate: 16_000, channels: 1 })
  })

  test('goes without a gap from the first keyframe on, and at the time it was taken', () => {
    sound()
    clock.move(20)
    soundTicks += 160
    sound()
    play({ seconds: 10 })
    const packets = soundPackets()
    expect(packets).toHaveLength(500)
    expect(packets[0]).toMatchObject({ ptsUs: 0, keyframe: true, data: Uint8Array.from(tone) })
    for (const step of steps(packets)) expect(Math.abs(step - 20_000)).toBeLessThanOrEqual(100)
    expect(Math.abs((packets.at(-1)?.ptsUs ?? 0) - 9_980_000)).toBeLessThan(2000)
  })

  test('that never comes changes nothing for the pictures', () => {
    play({ seconds: 3, sounds: () => false })
    expect(pictures()).toHaveLength(75)
    expect(ingest.counters).toEqual({ units: 75, dropped: 0, packetsLost: 0 })
  })

  test('that cannot be recorded is not asked for', () => {
    begin(h264, { ...aac, config: null })
    expect(ingest.audio).toBeNull()
    play({ seconds: 1 })
    expect(heard.packets[0]?.run.audio).toBeNull()
  })

  test('keeps a silence as long as it was', () => {
    play({ seconds: 6, sounds: (ms) => ms < 2000 || ms >= 4000 })
    const packets = soundPackets()
    expect(packets).toHaveLength(200)
    expect(Math.max(...steps(packets))).toBeGreaterThan(1_990_000)
    expect(Math.abs((packets.at(-1)?.ptsUs ?? 0) - 5_980_000)).toBeLessThan(20_000)
  })

  test('goes on where timestamps jump by 10^9, and time does not', () => {
    play({ seconds: 2 })
    soundTicks += 1_000_000_000
    play({ seconds: 2 })
    soundTicks -= 1_000_000_000
    play({ seconds: 2 })
    const packets = soundPackets()
    expect(packets).toHaveLength(300)
    for (const step of steps(packets)) expect(Math.abs(step - 20_000)).toBeLessThan(1000)
  })

  test('of a clock that runs half as fast again is heard at its time, and the pictures do not care', () => {
    play({ seconds: 60, speed: 1.5 })
    expect(pictures()).toHaveLength(1500)
    expect(heard.ended).toEqual([])
    const packets = soundPackets()
    for (const step of steps(packets)) expect(step).toBeGreaterThan(0)
    expect(Math.abs((packets.at(-1)?.ptsUs ?? 0) - 59_980_000)).toBeLessThan(200_000)
    // After two proofs the samples are counted: no second is without its sound.
    const late = packets.filter(({ ptsUs }) => ptsUs > 30_000_000)
    for (const step of steps(late)) expect(Math.abs(step - 20_000)).toBeLessThan(1000)
  })

  test.each([
    ['its timestamps are off', { speed: 0.985 }],
    ['its samples are off', { sampleSpeed: 1.018 }],
    ['the clock of the pictures is off', { pictureSpeed: 1.019 }],
    ['all are off, each its way', { speed: 1.015, sampleSpeed: 0.99, pictureSpeed: 0.99 }],
  ])('keeps to the pictures for ten minutes where %s', (_name, speeds) => {
    play({ seconds: 600, ...speeds })
    expect(heard.ended).toEqual([])
    const packets = soundPackets()
    // A first frame that began before the first picture is left out.
    expect(packets.length).toBeGreaterThanOrEqual(29_999)
    // Both were taken at the end of the play: the picture at its beginning, the sound before it was sent.
    expect(Math.abs((pictures().at(-1)?.ptsUs ?? 0) - 599_960_000)).toBeLessThan(25_000)
    expect(Math.abs((packets.at(-1)?.ptsUs ?? 0) - 599_980_000)).toBeLessThan(25_000)
    for (const step of steps(packets)) expect(Math.abs(step - 20_000)).toBeLessThan(20_000 * 0.03)
  })

  test('goes on over a jump of the timestamps of the pictures', () => {
    play({ seconds: 4 })
    ticks += 90_000_000
    play({ seconds: 4 })
    expect(heard.ended).toEqual([])
    expect(pictures().at(-1)?.ptsUs).toBe(7_960_000)
    for (const step of steps(soundPackets())) expect(Math.abs(step - 20_000)).toBeLessThan(1000)
  })

  test('comes in a new run with the next pictures, from its beginning', () => {
    play({ seconds: 2 })
    ingest.end('over')
    play({ seconds: 2 })
    expect(heard.ended).toHaveLength(1)
    const [, second] = [...new Set(heard.packets.map(({ run }) => run))]
    const packets = soundPackets().filter(({ run }) => run === second)
    expect(packets.length).toBeGreaterThan(95)
    expect(packets[0]?.ptsUs).toBeLessThan(20_000)
  })

  test('of AAC: units of one payload follow each other, pieces of a unit are put together', () => {
    begin(h264, aac)
    picture(slice(true))
    clock.move(200)
    const header = Buffer.from([0, 32, 0, 3 << 3, 0, 4 << 3])
    sound(Buffer.concat([header, Buffer.from('010203aabbccdd', 'hex')]))
    clock.move(128)
    soundTicks += 2048
    for (const piece of ['0506', '07']) {
      sound(Buffer.concat([Buffer.from([0, 16, 0, 3 << 3]), Buffer.from(piece, 'hex')]))
    }
    const packets = soundPackets()
    expect(packets.map(({ data }) => Buffer.from(data).toString('hex'))).toEqual([
      '010203',
      'aabbccdd',
      '050607',
    ])
    expect(packets.map(({ ptsUs }) => ptsUs)).toEqual([136_000, 200_000, 264_000])
  })

  test('is not believed to last as long as a payload of rubbish says', () => {
    picture(slice(true))
    sound(Buffer.alloc(60_000))
    expect(soundPackets()).toEqual([])
  })
})

describe('reports of the sender', () => {
  /** A report of each track, saying that the sound is `lateMs` later than by its arrival. */
  function report(lateMs: number, clockMs = clock.now()): void {
    ingest.video.senderReport?.(clockMs, ticks >>> 0)
    ingest.audio?.senderReport?.(clockMs + lateMs, Math.round(soundTicks) >>> 0)
  }

  const shiftMs = () => {
    const before = (soundPackets().at(-1)?.ptsUs ?? 0) / 1000
    play({ seconds: 1 })
    return (soundPackets().at(-1)?.ptsUs ?? 0) / 1000 - before - 1000
  }

  test('set the sound right once two of them agree', () => {
    play({ seconds: 5 })
    report(400)
    expect(Math.abs(shiftMs())).toBeLessThan(5)
    report(400)
    // 400 ms, and what was taken off for the length of a payload.
    expect(shiftMs()).toBeGreaterThan(390)
    expect(Math.abs(shiftMs())).toBeLessThan(5)
    for (const step of steps(soundPackets())) expect(step).toBeGreaterThan(0)
  })

  test.each([
    ['10^9 ms off', 1_000_000_000],
    ['of the year 1900', -2_208_988_800_000],
    ['ten seconds off', 10_000],
  ])('are not believed: %s', (_name, lateMs) => {
    play({ seconds: 5 })
    for (let round = 0; round < 3; round++) {
      report(lateMs)
      expect(Math.abs(shiftMs())).toBeLessThan(5)
    }
  })

  test('that contradict each other are not believed', () => {
    play({ seconds: 5 })
    for (const lateMs of [900, -700, 300, -200]) {
      report(lateMs)
      expect(Math.abs(shiftMs())).toBeLessThan(5)
    }
  })
})
