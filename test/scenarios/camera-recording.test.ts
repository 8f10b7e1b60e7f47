import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Camera,
  type ClosedEvent,
  createLogger,
  findFfmpeg,
  type Recorder,
  type RecordingObserver,
  Recordings,
  RingBudget,
  silentLogger,
  systemClock,
  systemRandom,
  type Trigger,
} from '@sightline/agent'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CameraOptions,
  DEFAULT_CREDENTIALS,
  type FakeCamera,
  framesMissing,
  readFrameMarks,
  startCamera,
} from '../fakes/camera/index.js'

/** Pre-roll and post-roll of a real camera, and a short duration. */
const settings = { preSec: 3, postSec: 1, durationSec: 3 }

let dataDir: string
const readyAtMs = new Map<string, number>()
const ends = new Map<string, ClosedEvent>()

const observer: RecordingObserver = {
  opened: () => Promise.resolve(),
  extended: () => Promise.resolve(),
  closed: async (event) => void ends.set(event.eventId, event),
}

/** Notes when a clip is playable, which is before ffmpeg has finished it. */
const log = createLogger({
  level: 'info',
  human: false,
  write: (line) => {
    const { event, eventId } = JSON.parse(line) as { event: string; eventId?: string }
    if (event === 'recording.clip_ready' && eventId !== undefined) readyAtMs.set(eventId, Date.now())
  },
})

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'scenario-recording-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

interface Scene {
  readonly peer: FakeCamera
  readonly recorder: Recorder
  trigger(change?: Partial<Trigger>): Promise<string>
  ended(eventId: string): Promise<ClosedEvent>
}

/** A camera whose stream is received and kept for longer than the pre-roll. */
async function withScene(options: CameraOptions, play: (scene: Scene) => Promise<void>): Promise<void> {
  await using peer = await startCamera(options)
  const { found: ffmpeg } = await findFfmpeg(null, systemClock)
  const recordings = await Recordings.open({
    dataDir,
    clock: systemClock,
    log,
    random: systemRandom,
    observer,
    ffmpeg,
    redact: (text) => text,
  })
  const stop = new AbortController()
  const endpoint = { url: peer.rtspUrl(), credentials: DEFAULT_CREDENTIALS }
  const camera = new Camera(
    { id: 'c1', enabled: true, endpoint, preEventSec: settings.preSec },
    {
      clock: systemClock,
      random: systemRandom,
      allowsAddress: () => null,
      timeouts: { silenceMs: 2000, connectMs: 1000, responseMs: 1000 },
      log: silentLogger,
      budget: new RingBudget(64 * 1024 * 1024),
      onStatus: () => undefined,
    },
  )
  const running = camera.run(stop.signal)
  try {
    const recorder = recordings.forCamera('c1', camera.source, settings)
    const first = () => camera.source.currentRun()?.startedAtMs ?? Number.POSITIVE_INFINITY
    await until(() => Date.now() - first() > 5000)
    await play({
      peer,
      recorder,
      async trigger(change = {}) {
        const eventId = systemRandom.timeId()
        await recorder.trigger({
          eventId,
          category: 'motion',
          topic: '',
          source: 'onvif',
          rawSource: 'onvif',
          rawData: {},
          triggeredAtMs: Date.now(),
          ...change,
        })
        return eventId
      },
      async ended(eventId) {
        await until(() => ends.has(eventId))
        const end = ends.get(eventId)
        if (end === undefined) throw new Error('not closed')
        return end
      },
    })
  } finally {
    await recordings.stop(5000)
    stop.abort()
    await running
  }
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await systemClock.delay(20)
}

/** Decodes a clip and proves from its pixels that no picture is missing. */
async function expectWhole(peer: FakeCamera, { clip }: ClosedEvent): Promise<number> {
  if (clip === null) throw new Error('no clip')
  const { marks, warnings } = await readFrameMarks(clip.path)
  expect(warnings).toBe('')
  const readable = marks.filter((mark) => mark !== null)
  expect(readable).toHaveLength(marks.length)
  const missing = framesMissing(readable, peer.picture.loopFrames)
  expect(missing.filter((count) => count !== 0)).toEqual([])
  return marks.length
}

test.each<[string, CameraOptions]>([
  ['a key frame each second', {}],
  ['a key frame every four seconds', { picture: { gopSec: 4 } }],
])('a trigger becomes a whole clip around it: %s', async (_name, options) => {
  await withScene(options, async ({ peer, trigger, ended }) => {
    const triggeredAtMs = Date.now()
    const eventId = await trigger({ triggeredAtMs })
    const end = await ended(eventId)
    expect(end.error).toBeNull()
    expect(end.clip?.startAtMs).toBeLessThanOrEqual(triggeredAtMs - 3000)
    expect(end.clip?.endAtMs).toBeGreaterThanOrEqual(triggeredAtMs + 4000)
    expect(end.snapshot).toMatchObject({ width: 640, height: 360 })
    const pictures = await expectWhole(peer, end)
    expect(pictures).toBeGreaterThanOrEqual(7 * 15)
    // Playable soon after the last picture, long before ffmpeg is through.
    const readyMs = (readyAtMs.get(eventId) ?? Number.NaN) - (triggeredAtMs + 4000)
    expect(readyMs).toBeLessThan(1000)
    console.info(`clip ready ${readyMs} ms after its post-roll`)
  })
})

test('a further trigger makes one longer clip', async () => {
  await withScene({}, async ({ peer, trigger, ended }) => {
    const eventId = await trigger()
    await systemClock.delay(2000)
    const againAtMs = Date.now()
    await trigger({ triggeredAtMs: againAtMs })
    const end = await ended(eventId)
    expect(end.clip?.endAtMs).toBeGreaterThanOrEqual(againAtMs + 4000)
    await expectWhole(peer, end)
  })
})

test('a lost stream closes the clip with what there is', async () => {
  await withScene({}, async ({ peer, trigger, ended }) => {
    const eventId = await trigger()
    await systemClock.delay(1000)
    peer.faults.dropNow()
    const end = await ended(eventId)
    expect(end.error).toMatch(/^the stream was lost at second \d of 7: /)
    expect(await expectWhole(peer, end)).toBeGreaterThan(3 * 15)
  })
})
