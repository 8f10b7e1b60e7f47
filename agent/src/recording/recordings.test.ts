import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../platform/clock.fake.js'
import type { Ffmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { systemRandom } from '../platform/random.js'
import { until } from '../platform/until.fixture.js'
import { jpegSize } from './jpeg-size.js'
import type { Recorder, Trigger } from './recorder.js'
import type { RecordedClip } from './recording-observer.js'
import type { Recordings, RecordingsOptions } from './recordings.js'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from './testing/encode-video.js'
import { decodeClip, outerBoxes } from './testing/inspect-clip.js'
import { openRecordings } from './testing/open-recordings.js'
import { RememberingObserver } from './testing/remembering-observer.js'
import { ScriptedSource } from './testing/scripted-source.js'

const settings = { preSec: 2, postSec: 1, durationSec: 5 }
const cameraId = '0198c0de-0000-7000-8000-0000000000ca'

let video: EncodedVideo
let ffmpeg: Ffmpeg
let dataDir: string
let clock: FakeClock
let source: ScriptedSource
let observer: RememberingObserver
let recordings: Recordings
let recorder: Recorder

beforeAll(async () => {
  // Key frames every 1.2 s, so that they fall on no second by chance.
  video = await encodeVideo({ seconds: 6, fps: 10, gop: 12, size: '160x120', bitrate: '100k' })
  ffmpeg = await ffmpegForTests()
})

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-recordings-'))
  clock = createFakeClock()
  source = new ScriptedSource(clock, video)
  observer = new RememberingObserver()
  await open({})
})

afterEach(async () => {
  observer.failure = null
  await recordings.stop(30_000)
  expect(source.listeners).toBe(0)
  expect(clock.waiting).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})

afterAll(() => expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap'))

async function open(options: Partial<RecordingsOptions>): Promise<void> {
  recordings = await openRecordings({
    dataDir,
    clock,
    observer,
    ffmpeg,
    ...options,
  })
  recorder = recordings.forCamera(cameraId, source, settings)
}

function triggerOf(change: Partial<Trigger> = {}): Trigger {
  return {
    eventId: systemRandom.timeId(),
    category: 'motion',
    topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
    source: 'onvif',
    rawSource: 'onvif',
    rawData: { IsMotion: true },
    triggeredAtMs: clock.now(),
    ...change,
  }
}

/** Lets time pass, with every picture at its time. */
async function play(ms: number): Promise<void> {
  const frameMs = 1000 / video.fps
  for (let left = ms; left > 0; left -= frameMs) {
    await clock.advance(Math.min(frameMs, left))
    source.showDue()
  }
}

function clipOf(eventId: string): RecordedClip {
  const { clip, error } = observer.endOf(eventId)
  if (clip === null) throw new Error(`no clip: ${error}`)
  return clip
}

/** The frames that were sent between the first and the last of a clip. */
function sentBetween(clip: RecordedClip): number {
  return source.sent.filter((packet) => {
    const atMs = packet.run.startedAtMs + packet.ptsUs / 1000
    return atMs >= clip.startAtMs - 0.01 && atMs < clip.endAtMs - 0.01
  }).length
}

/** A trigger after seven seconds of stream, and everything until its clip is there. */
async function recordOne(change: Partial<Trigger> = {}): Promise<Trigger> {
  source.start()
  await play(7000)
  const trigger = triggerOf(change)
  await recorder.trigger(trigger)
  await play(7000)
  await recordings.settled()
  return trigger
}

describe('a clip', () => {
  it('reaches from a key frame before the pre-roll to behind the post-roll and misses no frame', async () => {
    const { eventId, triggeredAtMs } = await recordOne()
    const clip = clipOf(eventId)
    expect(observer.endOf(eventId).error).toBeNull()
    expect(clip.startAtMs).toBeLessThanOrEqual(triggeredAtMs - 2000)
    expect(clip.startAtMs).toBeGreaterThan(triggeredAtMs - 2000 - 1200)
    expect(clip.endAtMs).toBeGreaterThanOrEqual(triggeredAtMs + 6000)
    expect(clip.endAtMs).toBeLessThan(triggeredAtMs + 6000 + 250)
    const { pictures, said, shownSec } = await decodeClip(clip.path)
    expect(said).toBe('')
    expect(pictures).toBe(sentBetween(clip))
    for (const [index, sec] of shownSec.entries()) expect(sec).toBeCloseTo(index / 10, 3)
    const boxes = await outerBoxes(clip.path)
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
  })

  it('is described as it lies on the disk, with a snapshot', async () => {
    const { eventId } = await recordOne()
    const { snapshot } = observer.endOf(eventId)
    const clip = clipOf(eventId)
    for (const file of [clip, snapshot]) {
      if (file === null) throw new Error('no snapshot')
      const bytes = await readFile(file.path)
      expect(file).toMatchObject({ bytes: bytes.length, width: 160, height: 120 })
      expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
    expect(clip.codec).toBe('h264')
    expect(jpegSize(await readFile(snapshot?.path ?? ''))).toEqual({ width: 160, height: 120 })
    expect(await readdir(join(dataDir, 'recordings'))).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
  })

  it('is told in order: opened before anything is recorded, closed once it is there', async () => {
    const { eventId, triggeredAtMs } = await recordOne()
    expect([...new Set(observer.calls)]).toEqual([`opened ${eventId}`, `closed ${eventId}`])
    expect(observer.events).toEqual([
      {
        eventId,
        cameraId,
        category: 'motion',
        topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
        source: 'onvif',
        rawSource: 'onvif',
        rawData: { IsMotion: true },
        triggeredAtMs,
      },
    ])
  })

  it('begins with what is kept if that is less than the pre-roll', async () => {
    source.start()
    await play(500)
    const trigger = triggerOf()
    await recorder.trigger(trigger)
    await play(8000)
    await recordings.settled()
    const clip = clipOf(trigger.eventId)
    expect(clip.startAtMs).toBe(source.sent[0]?.run.startedAtMs)
  })

  it('keeps its times when the wall clock is set while the stream goes on', async () => {
    source.start()
    await play(7000)
    clock.step(3_600_000)
    const trigger = triggerOf()
    await recorder.trigger(trigger)
    clock.step(-3_600_000)
    await play(7000)
    await recordings.settled()
    const clip = clipOf(trigger.eventId)
    expect(clip.endAtMs - clip.startAtMs).toBeGreaterThanOrEqual(8000)
    expect(clip.endAtMs - clip.startAtMs).toBeLessThan(8000 + 1500)
  })
})

describe('the answer', () => {
  it('names event, start and expected length', async () => {
    source.start()
    await play(3000)
    const trigger = triggerOf({ durationSec: 7 })
    expect(await recorder.trigger(trigger)).toEqual({
      eventId: trigger.eventId,
      status: 'triggered',
      startedAtMs: trigger.triggeredAtMs,
      expectedDurationSec: 10,
    })
    expect(recorder.state).toBe('recording')
    expect(recordings.states()).toEqual({ [cameraId]: 'recording' })
  })

  it('is the same for a repeated event, at once, while recording and after its end', async () => {
    source.start()
    await play(3000)
    const trigger = triggerOf()
    const [first, second] = await Promise.all([recorder.trigger(trigger), recorder.trigger({ ...trigger })])
    expect(second).toEqual(first)
    await play(1000)
    expect(await recorder.trigger({ ...trigger, triggeredAtMs: clock.now() })).toEqual(first)
    await play(8000)
    await recordings.settled()
    expect(recorder.state).toBe('idle')
    expect(await recorder.trigger(trigger)).toEqual(first)
    expect(recorder.state).toBe('idle')
    expect(observer.ends).toHaveLength(1)
    expect(observer.extensions).toEqual([])
  })

  it('does not record an event again that an earlier process recorded', async () => {
    const trigger = await recordOne()
    await recordings.stop(1000)
    await open({})
    expect(await recorder.trigger(trigger)).toMatchObject({ eventId: trigger.eventId, status: 'triggered' })
    expect(recorder.state).toBe('idle')
  })

  it('is a failure if the event could not be made durable, and the clip is made all the same', async () => {
    source.start()
    await play(3000)
    observer.failure = new Error('the outbox is full')
    const trigger = triggerOf()
    await expect(recorder.trigger(trigger)).rejects.toThrow('the outbox is full')
    observer.failure = null
    await play(8000)
    await recordings.settled()
    expect(observer.events).toHaveLength(1)
    expect(clipOf(trigger.eventId).bytes).toBeGreaterThan(0)
  })

  it.each(['../../etc/passwd', '', 'x'])('is a failure for the event id "%s"', async (eventId) => {
    await expect(recorder.trigger(triggerOf({ eventId }))).rejects.toThrow('is no event id')
    expect(observer.calls).toEqual([])
  })
})

describe('a further trigger', () => {
  it('lengthens the recording, and repeats of it change nothing', async () => {
    source.start()
    await play(4000)
    const first = triggerOf()
    await recorder.trigger(first)
    await play(4000)
    const second = triggerOf()
    const answer = await recorder.trigger(second)
    expect(answer).toEqual({
      eventId: first.eventId,
      status: 'recording_extended',
      startedAtMs: first.triggeredAtMs,
      expectedDurationSec: 12,
    })
    await play(3000)
    expect(await recorder.trigger({ ...second, triggeredAtMs: clock.now() })).toEqual(answer)
    await play(8000)
    await recordings.settled()
    expect(await recorder.trigger(second)).toEqual(answer)
    const clip = clipOf(first.eventId)
    expect(clip.endAtMs).toBeGreaterThanOrEqual(second.triggeredAtMs + 6000)
    expect(clip.endAtMs).toBeLessThan(second.triggeredAtMs + 6000 + 250)
    expect(observer.extensions).toEqual([
      {
        eventId: first.eventId,
        cameraId,
        absorbedEventId: second.eventId,
        triggeredAtMs: second.triggeredAtMs,
      },
    ])
    expect(observer.ends).toHaveLength(1)
    expect((await decodeClip(clip.path)).pictures).toBe(sentBetween(clip))
  })

  it('after the end begins a new event', async () => {
    const first = await recordOne()
    const second = triggerOf()
    expect(await recorder.trigger(second)).toMatchObject({ eventId: second.eventId, status: 'triggered' })
    await play(7000)
    await recordings.settled()
    expect(observer.ends.map(({ eventId }) => eventId)).toEqual([first.eventId, second.eventId])
  })
})

describe('where each manual trigger stands alone', () => {
  beforeEach(async () => {
    await recordings.stop(0)
    await open({ eachTriggerAlone: true })
  })

  it('two at once are two whole clips of the same pictures', async () => {
    source.start()
    await play(4000)
    const first = triggerOf({ source: 'manual' })
    await recorder.trigger(first)
    await play(3000)
    const second = triggerOf({ source: 'manual' })
    expect(await recorder.trigger(second)).toMatchObject({ eventId: second.eventId, status: 'triggered' })
    expect(await recorder.trigger(first)).toMatchObject({ eventId: first.eventId, status: 'triggered' })
    await play(4000)
    expect(recorder.state).toBe('recording')
    await play(4000)
    await recordings.settled()
    expect(observer.extensions).toEqual([])
    expect(observer.ends).toHaveLength(2)
    for (const { eventId, triggeredAtMs } of [first, second]) {
      const clip = clipOf(eventId)
      expect(clip.startAtMs).toBeLessThanOrEqual(triggeredAtMs - 2000)
      expect(clip.endAtMs).toBeGreaterThanOrEqual(triggeredAtMs + 6000)
      expect(clip.endAtMs).toBeLessThan(triggeredAtMs + 6000 + 250)
      expect(await decodeClip(clip.path)).toMatchObject({ said: '', pictures: sentBetween(clip) })
    }
  })

  it('all of them end with what there is when the camera goes', async () => {
    source.start()
    await play(4000)
    const triggers = [triggerOf({ source: 'manual' }), triggerOf({ source: 'manual' })]
    for (const trigger of triggers) await recorder.trigger(trigger)
    await play(1000)
    await recorder.stop()
    await recordings.settled()
    for (const { eventId } of triggers) {
      expect(clipOf(eventId).bytes).toBeGreaterThan(0)
      expect(observer.endOf(eventId).error).not.toBeNull()
    }
  })

  it('a movement that lasts is one event all the same, beside what a person asked for', async () => {
    source.start()
    await play(4000)
    const asked = triggerOf({ source: 'manual' })
    const seen = triggerOf({ source: 'software' })
    await recorder.trigger(asked)
    expect(await recorder.trigger(seen)).toMatchObject({ eventId: seen.eventId, status: 'triggered' })
    await play(1000)
    const again = await recorder.trigger(triggerOf({ source: 'onvif' }))
    expect(again).toMatchObject({ eventId: seen.eventId, status: 'recording_extended' })
    await recorder.stop()
    await recordings.settled()
    expect(observer.events.map(({ eventId }) => eventId)).toEqual([asked.eventId, seen.eventId])
  })
})

describe('the longest clip', () => {
  it('is five minutes; the next one follows without a gap and names it', async () => {
    await recordings.stop(0)
    // Minutes of fake time pass during milliseconds of ffmpeg, so its deadlines would strike.
    await open({ ffmpeg: null })
    source.start()
    await play(4000)
    const first = triggerOf()
    await recorder.trigger(first)
    for (let second = 3; second <= 312; second += 3) {
      await play(3000)
      const answer = await recorder.trigger(triggerOf())
      expect(answer.status).toBe('recording_extended')
    }
    await play(8000)
    await recordings.settled()
    const [, next] = observer.events
    expect(observer.events).toHaveLength(2)
    expect(next?.rawData).toEqual({ IsMotion: true, continues: first.eventId })
    const [one, two] = [clipOf(first.eventId), clipOf(next?.eventId ?? '')]
    expect(one.endAtMs - one.startAtMs).toBeLessThanOrEqual(300_000)
    expect(one.endAtMs - one.startAtMs).toBeGreaterThan(300_000 - 2 * 1200)
    expect(two.startAtMs).toBeCloseTo(one.endAtMs, 0)
    expect(observer.ends.map(({ error }) => error)).toEqual([null, null])
    const sent = sentBetween({ ...one, endAtMs: two.endAtMs })
    const decoded = await Promise.all([decodeClip(one.path), decodeClip(two.path)])
    expect(decoded.map(({ said }) => said)).toEqual(['', ''])
    expect(decoded.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(sent)
  })

  it('is a setting', async () => {
    await recordings.stop(0)
    await open({ longestSec: 5 })
    source.start()
    await play(4000)
    await recorder.trigger(triggerOf())
    await play(9000)
    await recordings.settled()
    expect(observer.ends.length).toBeGreaterThanOrEqual(2)
    for (const { clip } of observer.ends)
      expect((clip?.endAtMs ?? 0) - (clip?.startAtMs ?? 0)).toBeLessThanOrEqual(5000)
  })
})

describe('a stream that is lost', () => {
  it('closes the clip with what there is', async () => {
    source.start()
    await play(5000)
    const trigger = triggerOf()
    await recorder.trigger(trigger)
    await play(2000)
    source.lose('no packet for 10 s')
    await recordings.settled().then(() => until(() => observer.ends.length === 1))
    const { error } = observer.endOf(trigger.eventId)
    expect(error).toMatch(/^the stream was lost at second \d of 8: no packet for 10 s$/)
    const clip = clipOf(trigger.eventId)
    expect((await decodeClip(clip.path)).pictures).toBe(sentBetween(clip))
    expect(clip.endAtMs).toBeGreaterThanOrEqual(clock.now())
  })

  it('does not mix a later run into the clip', async () => {
    source.start()
    await play(3000)
    const trigger = triggerOf()
    await recorder.trigger(trigger)
    await play(1000)
    source.lose('the picture size changed')
    source.start()
    await play(3000)
    await until(() => observer.ends.length === 1)
    expect(observer.endOf(trigger.eventId).error).toContain('the picture size changed')
    const next = triggerOf()
    await recorder.trigger(next)
    await play(7000)
    await recordings.settled()
    // The pre-roll reaches back over the change; only what came after it is of this clip.
    expect(observer.endOf(next.eventId).error).toBeNull()
    expect((await decodeClip(clipOf(next.eventId).path)).said).toBe('')
  })

  it('or was never there: the event closes at once, without a clip', async () => {
    const trigger = triggerOf()
    expect(await recorder.trigger(trigger)).toMatchObject({ status: 'triggered' })
    await until(() => observer.ends.length === 1)
    expect(observer.endOf(trigger.eventId)).toMatchObject({
      clip: null,
      snapshot: null,
      error: 'there was no stream from the camera when it was triggered',
    })
    await recordings.settled()
    expect(await readdir(join(dataDir, 'recordings'))).toEqual([])
  })

  it('and one that stands still: the timer ends the clip', async () => {
    source.start()
    await play(5000)
    const trigger = triggerOf()
    await recorder.trigger(trigger)
    await play(1000)
    await clock.advance(7000)
    await until(() => observer.ends.length === 1)
    expect(observer.endOf(trigger.eventId).error).toMatch(
      /^the camera sent no further picture at second \d of 8$/,
    )
    expect(clipOf(trigger.eventId).bytes).toBeGreaterThan(0)
  })
})

describe('a disk that refuses', () => {
  it('ends the recording and says so', async () => {
    // More than may wait for the disk, in the one turn in which the pre-roll is taken.
    const length = 16 * 1024 * 1024
    const heavy = video.pictures.map((picture) => ({ ...picture, data: Buffer.alloc(length) }))
    source = new ScriptedSource(clock, { ...video, pictures: heavy })
    await recordings.stop(0)
    await open({})
    source.start()
    await play(1000)
    const trigger = triggerOf()
    expect(await recorder.trigger(trigger)).toMatchObject({ status: 'triggered' })
    await until(() => observer.ends.length === 1)
    expect(observer.endOf(trigger.eventId)).toMatchObject({
      clip: null,
      error:
        'the gateway could not write the recording at second 0 of 8: the disk is too slow for this recording',
    })
    expect(recorder.state).not.toBe('recording')
  })

  it('at the very start closes the event without a clip', async () => {
    source.start()
    await play(3000)
    const folder = join(dataDir, 'recordings')
    await rm(folder, { recursive: true })
    const trigger = triggerOf()
    expect(await recorder.trigger(trigger)).toMatchObject({ status: 'triggered' })
    await until(() => observer.ends.length === 1)
    expect(observer.endOf(trigger.eventId).clip).toBeNull()
    expect(observer.endOf(trigger.eventId).error).toMatch(
      /^the gateway could not write the recording .*ENOENT/,
    )
  })
})

describe('stopping', () => {
  it('closes a recording in progress with what there is', async () => {
    source.start()
    await play(5000)
    const trigger = triggerOf()
    await recorder.trigger(trigger)
    await play(1000)
    await recordings.stop(30_000)
    expect(observer.endOf(trigger.eventId).error).toMatch(/^the agent was stopped at second \d of 8$/)
    expect((await decodeClip(clipOf(trigger.eventId).path)).said).toBe('')
    await expect(recorder.trigger(triggerOf())).rejects.toThrow('the agent is stopping')
  })

  it('leaves to the next start what it cannot finish in time', async () => {
    const slow = join(dataDir, 'slow-ffmpeg')
    await writeFile(slow, '#!/bin/sh\nsleep 60\n')
    await chmod(slow, 0o755)
    await recordings.stop(0)
    await open({ ffmpeg: { path: slow, version: '0', from: 'setting' } })
    source.start()
    await play(5000)
    const trigger = triggerOf()
    await recorder.trigger(trigger)
    const stopped = recordings.stop(1000)
    await until(() => recordings.states()[cameraId] === undefined)
    await clock.advance(1000)
    await stopped
    expect(observer.ends).toEqual([])
    await open({})
    await recordings.settled()
    expect(observer.endOf(trigger.eventId).snapshot).not.toBeNull()
    expect(observer.endOf(trigger.eventId).error).toMatch(/^the agent was stopped/)
  })
})

describe('without a working ffmpeg', () => {
  it.each([
    ['none', null],
    ['one that fails', '#!/bin/sh\nkill -9 $$\n'],
    ['one that does nothing', '#!/bin/sh\nexit 0\n'],
  ])('the clip is kept: %s', async (_name, script) => {
    const path = join(dataDir, 'ffmpeg')
    if (script !== null) {
      await writeFile(path, script)
      await chmod(path, 0o755)
    }
    await recordings.stop(0)
    await open({ ffmpeg: script === null ? null : { path, version: '0', from: 'setting' } })
    const { eventId } = await recordOne()
    expect(observer.endOf(eventId)).toMatchObject({ snapshot: null, error: null })
    expect((await decodeClip(clipOf(eventId).path)).said).toBe('')
  })

  it('the clip is kept with what ffmpeg found if it does not decode', async () => {
    const pictures = video.pictures.map((picture, index) =>
      // The slices stay where they are and what they hold is torn.
      index % 12 === 5
        ? {
            ...picture,
            data: Buffer.concat([picture.data.subarray(0, 12), Buffer.alloc(picture.data.length - 12)]),
          }
        : picture,
    )
    source = new ScriptedSource(clock, { ...video, pictures })
    await recordings.stop(0)
    await open({})
    const { eventId } = await recordOne()
    expect(observer.endOf(eventId).error).toMatch(/^the clip does not decode cleanly: ./)
    expect(clipOf(eventId).bytes).toBeGreaterThan(0)
  })
})

describe('a live snapshot', () => {
  it('shows the newest picture', async () => {
    source.start()
    await play(3100)
    const newest = source.newestGop()
    const found = await recordings.snapshotFromGop(newest, { maxWidth: 80 })
    if (found.kind !== 'found') throw new Error(found.reason)
    expect(found.value).toMatchObject({ width: 80, height: 60 })
    expect(found.value.takenAtMs).toBe(clock.now())
    expect(jpegSize(found.value.jpeg)).toEqual({ width: 80, height: 60 })
    const first = await recordings.snapshotFromGop(newest.slice(0, 1), { maxWidth: 80 })
    expect(first.kind === 'found' && first.value.jpeg.equals(found.value.jpeg)).toBe(false)
    expect(await readdir(join(dataDir, 'recordings'))).toEqual([])
  })

  it('is not larger than the picture, and is a reason where there is none', async () => {
    source.start()
    const found = await recordings.snapshotFromGop(source.newestGop(), { maxWidth: 1920 })
    expect(found).toMatchObject({ kind: 'found', value: { width: 160, height: 120 } })
    expect(await recordings.snapshotFromGop([], { maxWidth: 640 })).toEqual({
      kind: 'unavailable',
      reason: 'no picture of the camera is kept yet',
    })
  })
})
