import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeClip, outerBoxes } from '#testing/inspect-clip.js'
import { jpegSize } from './jpeg-size.js'
import { cameraId, encodeStream, type RecordedStream, RecordingScene } from './recording-scene.fixture.js'

let stream: RecordedStream
let here: RecordingScene

beforeAll(async () => {
  stream = await encodeStream()
})
beforeEach(async () => {
  here = await RecordingScene.begin(stream)
  return () => here.end()
})
afterAll(() => expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap'))

describe('a clip', () => {
  it('reaches from a key frame before the pre-roll to behind the post-roll and misses no frame', async () => {
    const { eventId, triggeredAtMs } = await here.recordOne()
    const clip = here.clipOf(eventId)
    expect(here.observer.endOf(eventId).error).toBeNull()
    expect(clip.startAtMs).toBeLessThanOrEqual(triggeredAtMs - 2000)
    expect(clip.startAtMs).toBeGreaterThan(triggeredAtMs - 2000 - 1200)
    expect(clip.endAtMs).toBeGreaterThanOrEqual(triggeredAtMs + 6000)
    expect(clip.endAtMs).toBeLessThan(triggeredAtMs + 6000 + 250)
    const { pictures, said, shownSec } = await decodeClip(clip.path)
    expect(said).toBe('')
    expect(pictures).toBe(here.sentBetween(clip))
    for (const [index, sec] of shownSec.entries()) expect(sec).toBeCloseTo(index / 10, 3)
    const boxes = await outerBoxes(clip.path)
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
  })

  it('is described as it lies on the disk, with a snapshot', async () => {
    const { eventId } = await here.recordOne()
    const { snapshot } = here.observer.endOf(eventId)
    const clip = here.clipOf(eventId)
    for (const file of [clip, snapshot]) {
      if (file === null) throw new Error('no snapshot')
      const bytes = await readFile(file.path)
      expect(file).toMatchObject({ bytes: bytes.length, width: 160, height: 120 })
      expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
    expect(clip.codec).toBe('h264')
    expect(jpegSize(await readFile(snapshot?.path ?? ''))).toEqual({ width: 160, height: 120 })
    expect(await readdir(join(here.dataDir, 'recordings'))).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
  })

  it('is told in order: opened before anything is recorded, closed once it is there', async () => {
    const { eventId, triggeredAtMs } = await here.recordOne()
    expect([...new Set(here.observer.calls)]).toEqual([`opened ${eventId}`, `closed ${eventId}`])
    expect(here.observer.events).toEqual([
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
    here.source.start()
    await here.play(500)
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    await here.play(8000)
    await here.recordings.settled()
    const clip = here.clipOf(trigger.eventId)
    expect(clip.startAtMs).toBe(here.source.sent[0]?.run.startedAtMs)
  })

  it('keeps its times when the wall clock is set while the stream goes on', async () => {
    here.source.start()
    await here.play(7000)
    here.clock.step(3_600_000)
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    here.clock.step(-3_600_000)
    await here.play(7000)
    await here.recordings.settled()
    const clip = here.clipOf(trigger.eventId)
    expect(clip.endAtMs - clip.startAtMs).toBeGreaterThanOrEqual(8000)
    expect(clip.endAtMs - clip.startAtMs).toBeLessThan(8000 + 1500)
  })
})

describe('the answer', () => {
  it('names event, start and expected length', async () => {
    here.source.start()
    await here.play(3000)
    const trigger = here.triggerOf({ durationSec: 7 })
    expect(await here.recorder.trigger(trigger)).toEqual({
      eventId: trigger.eventId,
      status: 'triggered',
      startedAtMs: trigger.triggeredAtMs,
      expectedDurationSec: 10,
    })
    expect(here.recorder.state).toBe('recording')
    expect(here.recordings.states()).toEqual({ [cameraId]: 'recording' })
  })

  it('is the same for a repeated event, at once, while recording and after its end', async () => {
    here.source.start()
    await here.play(3000)
    const trigger = here.triggerOf()
    const [first, second] = await Promise.all([
      here.recorder.trigger(trigger),
      here.recorder.trigger({ ...trigger }),
    ])
    expect(second).toEqual(first)
    await here.play(1000)
    expect(await here.recorder.trigger({ ...trigger, triggeredAtMs: here.clock.now() })).toEqual(first)
    await here.play(8000)
    await here.recordings.settled()
    expect(here.recorder.state).toBe('idle')
    expect(await here.recorder.trigger(trigger)).toEqual(first)
    expect(here.recorder.state).toBe('idle')
    expect(here.observer.ends).toHaveLength(1)
    expect(here.observer.extensions).toEqual([])
  })

  it('does not record an event again that an earlier process recorded', async () => {
    const trigger = await here.recordOne()
    await here.recordings.stop(1000)
    await here.open({})
    expect(await here.recorder.trigger(trigger)).toMatchObject({
      eventId: trigger.eventId,
      status: 'triggered',
    })
    expect(here.recorder.state).toBe('idle')
  })

  it('is a failure if the event could not be made durable, and the clip is made all the same', async () => {
    here.source.start()
    await here.play(3000)
    here.observer.failure = new Error('the outbox is full')
    const trigger = here.triggerOf()
    await expect(here.recorder.trigger(trigger)).rejects.toThrow('the outbox is full')
    here.observer.failure = null
    await here.play(8000)
    await here.recordings.settled()
    expect(here.observer.events).toHaveLength(1)
    expect(here.clipOf(trigger.eventId).bytes).toBeGreaterThan(0)
  })

  it.each(['../../etc/passwd', '', 'x'])('is a failure for the event id "%s"', async (eventId) => {
    await expect(here.recorder.trigger(here.triggerOf({ eventId }))).rejects.toThrow('is no event id')
    expect(here.observer.calls).toEqual([])
  })
})

describe('a further trigger', () => {
  it('lengthens the recording, and repeats of it change nothing', async () => {
    here.source.start()
    await here.play(4000)
    const first = here.triggerOf()
    await here.recorder.trigger(first)
    await here.play(4000)
    const second = here.triggerOf()
    const answer = await here.recorder.trigger(second)
    expect(answer).toEqual({
      eventId: first.eventId,
      status: 'recording_extended',
      startedAtMs: first.triggeredAtMs,
      expectedDurationSec: 12,
    })
    await here.play(3000)
    expect(await here.recorder.trigger({ ...second, triggeredAtMs: here.clock.now() })).toEqual(answer)
    await here.play(8000)
    await here.recordings.settled()
    expect(await here.recorder.trigger(second)).toEqual(answer)
    const clip = here.clipOf(first.eventId)
    expect(clip.endAtMs).toBeGreaterThanOrEqual(second.triggeredAtMs + 6000)
    expect(clip.endAtMs).toBeLessThan(second.triggeredAtMs + 6000 + 250)
    expect(here.observer.extensions).toEqual([
      {
        eventId: first.eventId,
        cameraId,
        absorbedEventId: second.eventId,
        triggeredAtMs: second.triggeredAtMs,
      },
    ])
    expect(here.observer.ends).toHaveLength(1)
    expect((await decodeClip(clip.path)).pictures).toBe(here.sentBetween(clip))
  })

  it('after the end begins a new event', async () => {
    const first = await here.recordOne()
    const second = here.triggerOf()
    expect(await here.recorder.trigger(second)).toMatchObject({
      eventId: second.eventId,
      status: 'triggered',
    })
    await here.play(7000)
    await here.recordings.settled()
    expect(here.observer.ends.map(({ eventId }) => eventId)).toEqual([first.eventId, second.eventId])
  })
})

describe('where each manual trigger stands alone', () => {
  beforeEach(async () => {
    await here.recordings.stop(0)
    await here.open({ eachTriggerAlone: true })
  })

  it('two at once are two whole clips of the same pictures', async () => {
    here.source.start()
    await here.play(4000)
    const first = here.triggerOf({ source: 'manual' })
    await here.recorder.trigger(first)
    await here.play(3000)
    const second = here.triggerOf({ source: 'manual' })
    expect(await here.recorder.trigger(second)).toMatchObject({
      eventId: second.eventId,
      status: 'triggered',
    })
    expect(await here.recorder.trigger(first)).toMatchObject({ eventId: first.eventId, status: 'triggered' })
    await here.play(4000)
    expect(here.recorder.state).toBe('recording')
    await here.play(4000)
    await here.recordings.settled()
    expect(here.observer.extensions).toEqual([])
    expect(here.observer.ends).toHaveLength(2)
    for (const { eventId, triggeredAtMs } of [first, second]) {
      const clip = here.clipOf(eventId)
      expect(clip.startAtMs).toBeLessThanOrEqual(triggeredAtMs - 2000)
      expect(clip.endAtMs).toBeGreaterThanOrEqual(triggeredAtMs + 6000)
      expect(clip.endAtMs).toBeLessThan(triggeredAtMs + 6000 + 250)
      expect(await decodeClip(clip.path)).toMatchObject({ said: '', pictures: here.sentBetween(clip) })
    }
  })

  it('all of them end with what there is when the camera goes', async () => {
    here.source.start()
    await here.play(4000)
    const triggers = [here.triggerOf({ source: 'manual' }), here.triggerOf({ source: 'manual' })]
    for (const trigger of triggers) await here.recorder.trigger(trigger)
    await here.play(1000)
    await here.recorder.stop()
    await here.recordings.settled()
    for (const { eventId } of triggers) {
      expect(here.clipOf(eventId).bytes).toBeGreaterThan(0)
      expect(here.observer.endOf(eventId).error).not.toBeNull()
    }
  })

  it('a movement that lasts is one event all the same, beside what a person asked for', async () => {
    here.source.start()
    await here.play(4000)
    const asked = here.triggerOf({ source: 'manual' })
    const seen = here.triggerOf({ source: 'software' })
    await here.recorder.trigger(asked)
    expect(await here.recorder.trigger(seen)).toMatchObject({ eventId: seen.eventId, status: 'triggered' })
    await here.play(1000)
    const again = await here.recorder.trigger(here.triggerOf({ source: 'onvif' }))
    expect(again).toMatchObject({ eventId: seen.eventId, status: 'recording_extended' })
    await here.recorder.stop()
    await here.recordings.settled()
    expect(here.observer.events.map(({ eventId }) => eventId)).toEqual([asked.eventId, seen.eventId])
  })
})

describe('the longest clip', () => {
  it('is five minutes; the next one follows without a gap and names it', async () => {
    await here.recordings.stop(0)
    // Minutes of fake time pass during milliseconds of ffmpeg, so its deadlines would strike.
    await here.open({ ffmpeg: null })
    here.source.start()
    await here.play(4000)
    const first = here.triggerOf()
    await here.recorder.trigger(first)
    for (let second = 3; second <= 312; second += 3) {
      await here.play(3000)
      const answer = await here.recorder.trigger(here.triggerOf())
      expect(answer.status).toBe('recording_extended')
    }
    await here.play(8000)
    await here.recordings.settled()
    const [, next] = here.observer.events
    expect(here.observer.events).toHaveLength(2)
    expect(next?.rawData).toEqual({ IsMotion: true, continues: first.eventId })
    const [one, two] = [here.clipOf(first.eventId), here.clipOf(next?.eventId ?? '')]
    expect(one.endAtMs - one.startAtMs).toBeLessThanOrEqual(300_000)
    expect(one.endAtMs - one.startAtMs).toBeGreaterThan(300_000 - 2 * 1200)
    expect(two.startAtMs).toBeCloseTo(one.endAtMs, 0)
    expect(here.observer.ends.map(({ error }) => error)).toEqual([null, null])
    const sent = here.sentBetween({ ...one, endAtMs: two.endAtMs })
    const decoded = await Promise.all([decodeClip(one.path), decodeClip(two.path)])
    expect(decoded.map(({ said }) => said)).toEqual(['', ''])
    expect(decoded.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(sent)
  })

  it('is a setting', async () => {
    await here.recordings.stop(0)
    await here.open({ longestSec: 5 })
    here.source.start()
    await here.play(4000)
    await here.recorder.trigger(here.triggerOf())
    await here.play(9000)
    await here.recordings.settled()
    expect(here.observer.ends.length).toBeGreaterThanOrEqual(2)
    for (const { clip } of here.observer.ends)
      expect((clip?.endAtMs ?? 0) - (clip?.startAtMs ?? 0)).toBeLessThanOrEqual(5000)
  })
})

describe('a live snapshot', () => {
  it('shows the newest picture', async () => {
    here.source.start()
    await here.play(3100)
    const newest = here.source.newestGop()
    const found = await here.recordings.snapshotFromGop(() => newest, { maxWidth: 80 })
    if (found.kind !== 'found') throw new Error(found.reason)
    expect(found.value).toMatchObject({ width: 80, height: 60 })
    expect(found.value.takenAtMs).toBe(here.clock.now())
    expect(jpegSize(found.value.jpeg)).toEqual({ width: 80, height: 60 })
    const first = await here.recordings.snapshotFromGop(() => newest.slice(0, 1), { maxWidth: 80 })
    expect(first.kind === 'found' && first.value.jpeg.equals(found.value.jpeg)).toBe(false)
    expect(await readdir(join(here.dataDir, 'recordings'))).toEqual([])
  })

  it('shows what is newest when its turn comes, or what there was before the stream was lost', async () => {
    here.source.start()
    await here.play(1100)
    let gop = here.source.newestGop()
    await here.play(900)
    const asked = here.recordings.snapshotFromGop(() => gop, { maxWidth: 80 })
    gop = here.source.newestGop()
    const found = await asked
    expect(found.kind === 'found' && found.value.takenAtMs).toBe(here.clock.now())
    const lost = here.recordings.snapshotFromGop(() => gop, { maxWidth: 80 })
    gop = []
    expect(await lost).toMatchObject({ kind: 'found', value: { takenAtMs: here.clock.now() } })
  })

  it('is not larger than the picture, and is a reason where there is none', async () => {
    here.source.start()
    const found = await here.recordings.snapshotFromGop(() => here.source.newestGop(), { maxWidth: 1920 })
    expect(found).toMatchObject({ kind: 'found', value: { width: 160, height: 120 } })
    expect(await here.recordings.snapshotFromGop(() => [], { maxWidth: 640 })).toEqual({
      kind: 'unavailable',
      reason: 'no picture of the camera is kept yet',
    })
  })
})
