import { type ClosedEvent, systemClock } from '@sightline/agent/testing'
import { describe, expect, test, vi } from 'vitest'
import { type CameraOptions, readFrameMarks } from '../fakes/camera/index.js'
import { loudnessOf } from '../harness/loudness.js'
import { type EndedEvent, RecordedCamera } from '../harness/recorded-camera.js'
import { until } from '../harness/until.js'

/** Small, so that a dozen cameras do not keep the machine busy. */
const picture = { width: 320, height: 180, loopSec: 20 }
const settings = { preSec: 1, postSec: 0, durationSec: 3 }

/** Starts a camera that is received and recorded. */
function recorded(options: CameraOptions): Promise<RecordedCamera> {
  const camera = { onvif: false, subPicture: null, ...options }
  const timeouts = { silenceMs: 3000, connectMs: 2000, responseMs: 2000 }
  return RecordedCamera.start({ camera, settings, timeouts })
}

/** Triggers, and waits for the end. */
async function record(scene: RecordedCamera): Promise<EndedEvent & { readonly triggeredAtMs: number }> {
  const triggeredAtMs = Date.now()
  const end = await scene.ended(await scene.trigger({ triggeredAtMs }))
  return { ...end, triggeredAtMs }
}

/** Proves that no picture is missing. @returns where the clip is */
async function expectWhole(scene: RecordedCamera, end: ClosedEvent): Promise<string> {
  expect(await scene.expectWhole(end)).toBeGreaterThan(3.5 * 15)
  return end.clip?.path ?? ''
}

function secondsOf({ clip }: ClosedEvent): number {
  return clip === null ? 0 : (clip.endAtMs - clip.startAtMs) / 1000
}

// Each plays for seconds on end and takes next to nothing: all at the same time.
vi.setConfig({ maxConcurrency: 20 })
describe.concurrent('a clip of what a camera sends', () => {
  test.each<[string, CameraOptions, 'h264' | 'h265']>([
    [
      'H.265 with B-frames, AAC',
      { picture: { ...picture, codec: 'h265', bFrames: 2 }, audio: 'tone-aac' },
      'h265',
    ],
    ['H.264 with B-frames, mu-law', { picture: { ...picture, bFrames: 2 }, audio: 'tone-pcmu' }, 'h264'],
    [
      'H.265 told in the stream only, A-law',
      {
        picture: { ...picture, codec: 'h265' },
        parameterSets: 'in-band-only',
        audio: 'tone',
      },
      'h265',
    ],
    [
      'H.264, AAC whose clock is 10^9 off now and then',
      {
        picture,
        audio: 'tone-aac',
        faults: { audioTimeFault: 'far-off' },
      },
      'h264',
    ],
  ])('%s: both can be played', async (_name, options, codec) => {
    await using scene = await recorded(options)
    await scene.flowsFor(2500)
    const end = await record(scene)
    expect(end.error).toBeNull()
    expect(end.clip).toMatchObject({ codec, width: 320, height: 180 })
    const file = await expectWhole(scene, end)
    const tenths = await loudnessOf(file)
    expect(Math.abs(tenths.length / 10 - secondsOf(end))).toBeLessThan(0.5)
    expect(tenths.filter((loudness) => loudness > 0.05).length).toBeGreaterThan(tenths.length * 0.9)
    expect(scene.camera.stream()?.hasBFrames).toBe((options.picture?.bFrames ?? 0) > 0)
    expect(scene.camera.stream()?.audio?.channels).toBe(1)
  })

  test.each([
    'annex-b',
    'sps-extra-bytes',
    'marker-everywhere',
    'marker-nowhere',
    'fragment-type-changes',
  ] as const)('payloads with %s: whole', async (payloadFault) => {
    await using scene = await recorded({ picture, faults: { payloadFault } })
    await scene.flowsFor(2500)
    const end = await record(scene)
    expect(end.error).toBeNull()
    await expectWhole(scene, end)
  })

  test.each(['repeated', 'standing', 'backwards', 'too-fast'] as const)(
    'timestamps that are %s: it lasts as long as it took',
    async (videoTimeFault) => {
      await using scene = await recorded({ picture, faults: { videoTimeFault } })
      // The first seconds show what is wrong; of a wrong speed the first run does, at the second time that it is far off.
      await scene.flowsFor(3000)
      const runs = videoTimeFault === 'too-fast' ? 2 : 1
      await until('the runs', () => new Set(scene.packets.map(({ run }) => run)).size >= runs)
      await scene.flowsFor(1500)
      const end = await record(scene)
      expect(end.error).toBeNull()
      expect(secondsOf(end)).toBeGreaterThan(3.5)
      expect(secondsOf(end)).toBeLessThan(7)
      expect(end.clip?.startAtMs).toBeLessThanOrEqual(end.triggeredAtMs - 900)
      const { marks } = await readFrameMarks(end.clip?.path ?? '')
      expect(marks.length / secondsOf(end)).toBeGreaterThan(12)
      expect(marks.length / secondsOf(end)).toBeLessThan(18)
    },
  )

  test.each<[string, CameraOptions]>([
    ['whose source is another with each keyframe', { faults: { rtsp: { sources: 'next-at-keyframe' } } }],
    ['and whose numbers begin anew with it', { faults: { rtsp: { sources: 'numbers-begin-anew' } } }],
    ['that sends two payload types in turn', { faults: { rtsp: { sentPayloadType: [96, 110] } } }],
    [
      'that sends two of both in turn, by datagrams',
      {
        transports: ['udp'],
        faults: { rtsp: { sources: 'next-at-keyframe', sentPayloadType: [96, 110] } },
      },
    ],
    ['that sends a packet without payload each second', { faults: { rtsp: { emptyPackets: 'empty' } } }],
    ['that sends a packet of padding each second', { faults: { rtsp: { emptyPackets: 'padding' } } }],
    [
      'whose marker comes in a packet of its own, by datagrams',
      { transports: ['udp'], faults: { rtsp: { emptyPackets: 'marker' } } },
    ],
    ['that says two levels in turn', { faults: { setsInTurn: true } }],
    [
      'that says two levels of H.265 in turn',
      { picture: { ...picture, codec: 'h265' }, faults: { setsInTurn: true } },
    ],
    [
      'that stamps a picture far back now and then',
      { faults: { videoTimeStrays: { bySec: -9800, everySec: 2 } } },
    ],
    [
      'that stamps a keyframe far ahead now and then, with B-frames',
      {
        picture: { ...picture, bFrames: 2 },
        faults: { videoTimeStrays: { bySec: 500, everySec: 2, fromPicture: 0 } },
      },
    ],
    [
      'that skips bytes and is another source with each keyframe',
      {
        faults: { rtsp: { sources: 'next-at-keyframe', interleaving: { strayEverySec: 0.9, seed: 4 } } },
      },
    ],
  ])('of a camera %s: whole, as long as it took, and nothing broke', async (_name, options) => {
    await using scene = await recorded({ picture, ...options })
    await scene.flowsFor(2500)
    const end = await record(scene)
    expect(end.error).toBeNull()
    await expectWhole(scene, end)
    expect(secondsOf(end)).toBeGreaterThan(3.5)
    expect(secondsOf(end)).toBeLessThan(6)
    expect(scene.camera.counters()).toMatchObject({ breaksLastHour: 0, connections: 1 })
  })

  test('another payload type in the middle of a recording: whole', async () => {
    await using scene = await recorded({ picture })
    await scene.flowsFor(2500)
    const recording = record(scene)
    await systemClock.delay(1000)
    scene.peer.faults.set({ rtsp: { sentPayloadType: 105 } })
    const end = await recording
    expect(end.error).toBeNull()
    await expectWhole(scene, end)
    expect(scene.camera.counters().breaksLastHour).toBe(0)
  })

  test('a clock at half speed: the clip says so', async () => {
    await using scene = await recorded({ picture, faults: { videoTimeFault: 'too-slow' } })
    await scene.flowsFor(500)
    const end = await record(scene)
    expect(end.error).toMatch(/^the camera's clock is wrong: \d s became \d s of the clip$/)
    expect(end.clip).not.toBeNull()
  })

  test.each([3600, -3600, 1.5])(
    'a jump of the timestamps by %d s: the clip is whole, and as long as it took',
    async (videoTimeOffsetSec) => {
      await using scene = await recorded({ picture })
      await scene.flowsFor(2500)
      const recording = record(scene)
      await systemClock.delay(1000)
      scene.peer.faults.set({ videoTimeOffsetSec })
      const end = await recording
      expect(end.error).toBeNull()
      await expectWhole(scene, end)
      expect(secondsOf(end)).toBeGreaterThan(3.5)
      expect(secondsOf(end)).toBeLessThan(6)
      expect(scene.camera.counters().breaksLastHour).toBe(0)
    },
  )

  test.each([
    ['30 pictures a second that are 29.97', 0.001],
    ['a clock that is 1.9 % fast', 0.019],
    ['a clock that is 1.9 % slow', -0.019],
  ])('%s, and sound that is off the other way: the clip lasts as long as it took', async (_name, part) => {
    const faults = { videoClockError: part, audioClockError: -part }
    await using scene = await recorded({ picture, audio: 'tone-aac', faults })
    await scene.flowsFor(2500)
    const triggeredAtMs = Date.now()
    const end = await scene.ended(await scene.trigger({ triggeredAtMs, durationSec: 15 }))
    expect(end.error).toBeNull()
    const pictures = await scene.expectWhole(end)
    expect(Math.abs(secondsOf(end) - pictures / 15)).toBeLessThan(0.1)
    const tenths = await loudnessOf(end.clip?.path ?? '')
    // What is decoded are the samples, of which there were too few or too many.
    expect(Math.abs(tenths.length / 10 - secondsOf(end))).toBeLessThan(1)
    expect(tenths.filter((loudness) => loudness > 0.05).length).toBeGreaterThan(tenths.length * 0.95)
    expect(scene.camera.counters().breaksLastHour).toBe(0)
  })

  test('a key frame every ten seconds: it begins with the one before the pre-roll', async () => {
    await using scene = await recorded({ picture: { ...picture, gopSec: 10 } })
    await scene.flowsFor(4000)
    const end = await record(scene)
    expect(end.error).toBeNull()
    expect(end.clip?.startAtMs).toBeLessThanOrEqual(end.triggeredAtMs - 1000)
    await expectWhole(scene, end)
  })

  test('lost packets: damaged pictures are kept, the clip says so, and others get whole ones only', async () => {
    await using scene = await recorded({ picture: { ...picture, gopSec: 4 } })
    await scene.flowsFor(4500)
    const eventId = await scene.trigger({ durationSec: 10 })
    scene.peer.faults.set({ loseEvery: 45 })
    const end = await scene.ended(eventId)
    expect(end.error).toMatch(
      /^\d+ pictures are damaged and \d+ pictures? (is|are) missing: data was lost between the camera and the gateway$/,
    )
    expect(end.note).toBe(end.error)
    const [damaged = 0, missing = 0] = (end.error?.match(/\d+/g) ?? []).map(Number)
    const { marks } = await readFrameMarks(end.clip?.path ?? '')
    expect(damaged).toBeGreaterThan(10)
    expect(missing).toBeLessThan(15)
    expect(marks.length).toBeGreaterThan(secondsOf(end) * 15 - 20)
    expect(scene.packets.some((packet) => packet.damaged === true)).toBe(false)
  })

  test('another size in the middle of a recording: the rest is a clip of its own', async () => {
    await using scene = await recorded({ picture })
    await scene.prepare({ width: 480, height: 270 })
    await scene.flowsFor(2500)
    const eventId = await scene.trigger({ source: 'manual', durationSec: 6 })
    await scene.peer.faults.changeSize(480, 270)
    const first = await scene.ended(eventId)
    expect(first.error).toMatch(/^the stream was lost at second \d of 7: the camera changed the format/)
    const rest = await scene.continuationOf(eventId)
    expect(rest.error).toBeNull()
    expect([first.clip?.width, rest.clip?.width]).toEqual([320, 480])
    await scene.expectWhole(first)
    await scene.expectWhole(rest)
    expect(secondsOf(first) + secondsOf(rest)).toBeGreaterThan(6.8)
    expect(secondsOf(first) + secondsOf(rest)).toBeLessThan(9)
    expect(Math.abs((rest.clip?.startAtMs ?? 0) - (first.clip?.endAtMs ?? 0))).toBeLessThan(100)
    expect(scene.camera.counters()).toMatchObject({ breaksLastHour: 1, connections: 1 })
  })

  test('two other sizes in one recording: each rest is a clip of its own, that names the one before', async () => {
    await using scene = await recorded({ picture })
    await scene.prepare({ width: 480, height: 270 }, { width: 640, height: 360 })
    await scene.flowsFor(2500)
    const eventId = await scene.trigger({ source: 'manual', durationSec: 9 })
    await scene.peer.faults.changeSize(480, 270)
    await until('the second size', () => scene.camera.stream()?.width === 480)
    await scene.flowsFor(1000)
    await scene.peer.faults.changeSize(640, 360)
    const first = await scene.ended(eventId)
    const second = await scene.continuationOf(eventId)
    const third = await scene.continuationOf(second.eventId)
    const clips = [first, second, third]
    expect(clips.map(({ clip }) => clip?.width)).toEqual([320, 480, 640])
    expect(clips.map(({ error }) => error !== null)).toEqual([true, true, false])
    for (const clip of clips) await scene.expectWhole(clip)
    const sec = clips.reduce((sum, clip) => sum + secondsOf(clip), 0)
    expect(sec).toBeGreaterThan(9.6)
    expect(sec).toBeLessThan(12.5)
    expect(scene.camera.counters()).toMatchObject({ breaksLastHour: 2, breaksByReason: { format: 2 } })
  })

  test.each<['h264' | 'h265', 'h264' | 'h265', 'changeCodec' | 'changeCodecInBand']>([
    ['h264', 'h265', 'changeCodec'],
    ['h264', 'h265', 'changeCodecInBand'],
    ['h265', 'h264', 'changeCodecInBand'],
  ])(
    'from %s to %s in the middle of a recording: the rest is a clip of its own, that names the one before (%s)',
    async (codec, other, change) => {
      await using scene = await recorded({ picture: { ...picture, codec } })
      await scene.prepare({ codec: other })
      await scene.flowsFor(2500)
      const triggeredAtMs = Date.now()
      const eventId = await scene.trigger({ source: 'manual', triggeredAtMs, durationSec: 10 })
      await scene.peer.faults[change](other)
      const first = await scene.ended(eventId)
      expect(first.error).toMatch(/^the stream was lost at second \d+ of 11: /)
      const rest = await scene.continuationOf(eventId)
      expect(rest.error).toBeNull()
      expect([first.clip?.codec, rest.clip?.codec]).toEqual([codec, other])
      await scene.expectWhole(first)
      await scene.expectWhole(rest)
      expect(Math.abs((rest.clip?.endAtMs ?? 0) - (triggeredAtMs + 10_000))).toBeLessThan(1500)
      expect(scene.camera.counters()).toMatchObject({ connections: 2, breaksLastHour: 0 })
    },
  )

  test('another size ends a run, another codec a connection; both go on by themselves', async () => {
    await using scene = await recorded({ picture })
    const formats = () =>
      [...new Set(scene.packets.map(({ run }) => run))].map(({ video }) => `${video.codec} ${video.width}`)
    const shows = (format: string) => until(format, () => formats().at(-1) === format)
    await shows('h264 320')
    await scene.peer.faults.changeSize(480, 270)
    await shows('h264 480')
    expect(scene.peer.counters.connectionsOpened).toBe(1)
    await scene.peer.faults.changeCodec('h265')
    await shows('h265 480')
    expect(formats()).toEqual(['h264 320', 'h264 480', 'h265 480'])
    expect(scene.camera.stream()).toMatchObject({ codec: 'h265', width: 480, height: 270 })
  })
})
