import { type ClosedEvent, systemClock } from '@sightline/agent'
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
      // The first runs show what is wrong; of a wrong speed it takes two.
      await systemClock.delay(3000)
      const runs = videoTimeFault === 'too-fast' ? 3 : 1
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

  test('a clock at half speed: the clip says so', async () => {
    await using scene = await recorded({ picture, faults: { videoTimeFault: 'too-slow' } })
    await scene.flowsFor(500)
    const end = await record(scene)
    expect(end.error).toMatch(/^the camera's clock is wrong: \d s became \d s of the clip$/)
    expect(end.clip).not.toBeNull()
  })

  test('a jump of the timestamps ends the clip, and the next is whole', async () => {
    await using scene = await recorded({ picture })
    await scene.flowsFor(2500)
    const cut = record(scene)
    await systemClock.delay(1000)
    scene.peer.faults.set({ videoTimeOffsetSec: 3600 })
    expect((await cut).error).toMatch(/the stream was lost at second \d of 4: the camera's timestamps jumped/)
    expect(secondsOf(await cut)).toBeLessThan(4)
    await scene.flowsFor(1500)
    const end = await record(scene)
    expect(end.error).toBeNull()
    await expectWhole(scene, end)
  })

  test('a key frame every ten seconds: it begins with the one before the pre-roll', async () => {
    await using scene = await recorded({ picture: { ...picture, gopSec: 10 } })
    await scene.flowsFor(4000)
    const end = await record(scene)
    expect(end.error).toBeNull()
    expect(end.clip?.startAtMs).toBeLessThanOrEqual(end.triggeredAtMs - 1000)
    await expectWhole(scene, end)
  })

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
