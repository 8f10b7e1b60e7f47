import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeClip } from '#testing/inspect-clip.js'
import { ScriptedSource } from '#testing/scripted-source.js'
import { silentLogger } from '../platform/logger.js'
import { until } from '../platform/until.fixture.js'
import type { StreamRun } from '../stream/packet.js'
import { PacketHub } from '../stream/packet-hub.js'
import { RingBudget } from '../stream/ring-budget.js'
import { noRoomReason } from './disk-quota.js'
import { paddedPicture } from './padded-picture.fixture.js'
import {
  cameraId,
  encodeStream,
  type RecordedStream,
  RecordingScene,
  settings,
} from './recording-scene.fixture.js'

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

describe('a stream that is lost', () => {
  it('closes the clip with what there is', async () => {
    here.source.start()
    await here.play(5000)
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    await here.play(2000)
    here.source.lose('no packet for 10 s')
    await here.recordings.settled().then(() => until(() => here.observer.ends.length === 1))
    const { error } = here.observer.endOf(trigger.eventId)
    expect(error).toMatch(/^the stream was lost at second \d of 8: no packet for 10 s$/)
    const clip = here.clipOf(trigger.eventId)
    expect((await decodeClip(clip.path)).pictures).toBe(here.sentBetween(clip))
    expect(clip.endAtMs).toBeGreaterThanOrEqual(here.clock.now())
  })

  it('is remembered until the next recording', async () => {
    here.source.start()
    await here.play(5000)
    const [cut, whole] = [here.triggerOf(), here.triggerOf()]
    await here.recorder.trigger(cut)
    expect(here.recorder.cutEventId).toBeNull()
    here.source.lose('no packet for 10 s')
    await here.recordings.settled()
    expect(here.recorder.cutEventId).toBe(cut.eventId)
    here.source.start()
    await here.recorder.trigger(whole)
    expect(here.recorder.cutEventId).toBeNull()
    await here.play(7000)
    await here.recordings.settled()
    expect(here.recorder.cutEventId).toBeNull()
    await until(() => here.observer.ends.length === 2)
  })

  it.each(['onvif', 'manual'] as const)('goes on as another event once it is back: %s', async (from) => {
    here.source.start()
    await here.play(3000)
    const trigger = here.triggerOf({ source: from, rawData: { note: 'gate' } })
    await here.recorder.trigger(trigger)
    await here.play(1000)
    here.source.lose('the camera changed the format of its picture')
    here.source.start()
    await here.play(7000)
    await until(() => here.observer.ends.length === 2)
    expect(here.observer.endOf(trigger.eventId).error).toContain('changed the format')
    const rest = here.observer.events.find(({ eventId }) => eventId !== trigger.eventId)
    expect(rest).toMatchObject({ source: from, rawData: { note: 'gate', continues: trigger.eventId } })
    const [first, second] = [here.clipOf(trigger.eventId), here.clipOf(rest?.eventId ?? '')]
    expect(here.observer.endOf(rest?.eventId ?? '').error).toBeNull()
    const [before, after] = [await decodeClip(first.path), await decodeClip(second.path)]
    expect(after.said).toBe('')
    // No picture is missing between them, and together they last as long as one should.
    expect(before.pictures + after.pictures).toBe(here.sentBetween({ ...first, endAtMs: second.endAtMs }))
    expect(Math.abs(second.endAtMs - trigger.triggeredAtMs - 6000)).toBeLessThan(500)
  })

  it('and a short trigger that comes meanwhile does not cut the rest short', async () => {
    here.source.start()
    await here.play(5000)
    const long = here.triggerOf({ durationSec: 20 })
    await here.recorder.trigger(long)
    await here.play(2000)
    here.source.lose('the camera changed the format of its picture')
    here.source.awaitsKeyframe = true
    await here.play(500)
    const short = here.triggerOf({ source: 'onvif', durationSec: 5 })
    await here.recorder.trigger(short)
    await here.play(500)
    here.source.start()
    await here.play(22_000)
    await here.recordings.settled()
    expect(here.observer.events.map(({ eventId }) => eventId)).toEqual([long.eventId, short.eventId])
    const clip = here.clipOf(short.eventId)
    expect(Math.abs(clip.endAtMs - long.triggeredAtMs - 21_000)).toBeLessThan(500)
  })

  it('and is back too late for the rest: that is no event', async () => {
    here.source.start()
    await here.play(3000)
    await here.recorder.trigger(here.triggerOf())
    await here.play(1000)
    here.source.lose('no packet for 10 s')
    await here.clock.advance(6000)
    here.source.start()
    await here.play(3000)
    await here.recordings.settled()
    expect(here.observer.events).toHaveLength(1)
    expect(here.source.listeners).toBe(0)
  })

  it('is not waited for any longer once the recorder is stopped', async () => {
    here.source.start()
    await here.play(3000)
    await here.recorder.trigger(here.triggerOf())
    here.source.lose('no packet for 10 s')
    await here.recordings.settled()
    await here.recorder.stop()
    expect(here.source.listeners).toBe(0)
    here.source.start()
    await here.play(1000)
    expect(here.observer.events).toHaveLength(1)
  })

  it('or was never there: the event closes at once, without a clip', async () => {
    const trigger = here.triggerOf()
    expect(await here.recorder.trigger(trigger)).toMatchObject({ status: 'triggered' })
    await until(() => here.observer.ends.length === 1)
    expect(here.observer.endOf(trigger.eventId)).toMatchObject({
      clip: null,
      snapshot: null,
      error: 'there was no stream from the camera when it was triggered',
    })
    await here.recordings.settled()
    expect(await readdir(join(here.dataDir, 'recordings'))).toEqual([])
  })

  it('but where pictures come and a keyframe is awaited, the clip begins with that', async () => {
    here.source.start()
    await here.play(5000)
    here.source.lose('the camera changed the format of its picture')
    here.source.awaitsKeyframe = true
    await here.play(500)
    const trigger = here.triggerOf()
    expect(await here.recorder.trigger(trigger)).toMatchObject({ status: 'triggered' })
    await here.play(1000)
    here.source.start()
    await here.play(8000)
    await here.recordings.settled()
    expect(here.observer.events).toHaveLength(1)
    const clip = here.clipOf(trigger.eventId)
    expect(here.observer.endOf(trigger.eventId).error).toBe(
      'the first 3 s are missing: the camera had yet to send a keyframe',
    )
    expect(clip.startAtMs).toBe(trigger.triggeredAtMs + 1000)
    expect(clip.endAtMs).toBeGreaterThanOrEqual(trigger.triggeredAtMs + 6000)
  })

  it.each([
    ['was kept of the run before it', 12_000, 0],
    ['the wall clock was before it was set', 500, 3_600_000],
    ['the wall clock was before it was set back', 500, -3_600_000],
  ])('and what %s tells nothing of when it is over', async (_what, silentMs, stepMs) => {
    here.source.start()
    await here.play(5000)
    here.source.lose('the camera was away')
    here.source.awaitsKeyframe = true
    await here.clock.advance(silentMs)
    const first = here.triggerOf()
    await here.recorder.trigger(first)
    await here.play(500)
    here.clock.step(stepMs)
    const second = here.triggerOf()
    expect(await here.recorder.trigger(second)).toMatchObject({ status: 'recording_extended' })
    await here.play(500)
    here.source.start()
    const beganAtMs = here.clock.now()
    await here.play(8000)
    await here.recordings.settled()
    const clip = here.clipOf(first.eventId)
    expect(clip.startAtMs).toBe(beganAtMs)
    expect(clip.endAtMs).toBeGreaterThanOrEqual(second.triggeredAtMs + 6000)
    expect(clip.endAtMs).toBeLessThan(second.triggeredAtMs + 6000 + 250)
    expect(here.observer.endOf(first.eventId).error).toBe(
      'the first 3 s are missing: the camera had yet to send a keyframe',
    )
    expect((await decodeClip(clip.path)).pictures).toBe(here.sentBetween(clip))
  })

  it('and one whose keyframe never comes ends in time, whatever was kept of the run before', async () => {
    here.source.start()
    await here.play(5000)
    here.source.lose('the camera was away')
    here.source.awaitsKeyframe = true
    await here.clock.advance(12_000)
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    await here.clock.advance(8000)
    await until(() => here.observer.ends.length === 1)
    expect(here.observer.endOf(trigger.eventId).error).toBe(
      'the camera sent no keyframe, and a clip begins with one',
    )
  })

  it('and one whose keyframe never comes ends once its time is over', async () => {
    here.source.awaitsKeyframe = true
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    await here.clock.advance(9000)
    await until(() => here.observer.ends.length === 1)
    expect(here.observer.endOf(trigger.eventId)).toMatchObject({
      clip: null,
      error: 'the camera sent no keyframe, and a clip begins with one',
    })
  })

  it('and one that stands still: the timer ends the clip', async () => {
    here.source.start()
    await here.play(5000)
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    await here.play(1000)
    await here.clock.advance(7000)
    await until(() => here.observer.ends.length === 1)
    expect(here.observer.endOf(trigger.eventId).error).toMatch(
      /^the camera sent no further picture at second \d of 8$/,
    )
    expect(here.clipOf(trigger.eventId).bytes).toBeGreaterThan(0)
  })
})

describe('sound without pictures', () => {
  it('keeps no recording waiting for pictures: it ends in its time', async () => {
    const sound = { codec: 'pcma', sampleRate: 8000, channels: 1, config: null } as const
    const hub = new PacketHub({
      clock: here.clock,
      log: silentLogger,
      budget: new RingBudget(1e9),
      preEventSec: 2,
    })
    const run: StreamRun = { id: 1, startedAtMs: here.clock.now(), video: here.video.format, audio: sound }
    const send = (track: 'video' | 'audio', index: number) => {
      const picture = here.video.pictures[index]
      const ptsUs = index * 100_000
      const data = track === 'video' ? picture?.data : Buffer.alloc(800, 0xd5)
      const keyframe = track === 'video' ? picture?.keyframe === true : true
      hub.packet({ run, track, ptsUs, dtsUs: ptsUs, keyframe, data: data ?? Buffer.alloc(0) })
    }
    const recorder = here.recordings.forCamera('camera-with-sound', hub, settings)
    let index = 0
    const play = async (count: number, hasPictures: boolean) => {
      for (let sent = 0; sent < count; sent += 1, index += 1) {
        if (hasPictures) send('video', index)
        send('audio', index)
        await here.clock.advance(100)
      }
    }
    await play(30, true)
    const trigger = here.triggerOf()
    await recorder.trigger(trigger)
    await play(10, true)
    await play(90, false)
    await here.recordings.settled()
    expect(here.observer.endOf(trigger.eventId).error).toMatch(
      /^the camera sent no further picture at second/,
    )
    hub.close()
  })
})

describe('a disk that refuses', () => {
  it('or is slower than the camera loses the oldest group that it did not take, counts it, and never the clip', async () => {
    // More than may wait for the disk, in the one turn in which the pre-roll is taken: two groups of 72 MiB.
    const heavy = here.video.pictures.map((picture, index) =>
      index < 24 || index >= 48
        ? picture
        : { ...picture, data: paddedPicture(picture.data, 6 * 1024 * 1024) },
    )
    here.source = new ScriptedSource(here.clock, { ...here.video, pictures: heavy })
    await here.recordings.stop(0)
    await here.open({})
    here.source.start()
    await here.play(5000)
    const trigger = here.triggerOf()
    const taken = here.recorder.trigger(trigger)
    expect(await taken).toMatchObject({ status: 'triggered' })
    await here.play(7000)
    await here.recordings.settled()
    const { error } = here.observer.endOf(trigger.eventId)
    expect(error).toMatch(/^\d+ pictures are missing: the disk of the gateway was slower than the camera$/)
    const clip = here.clipOf(trigger.eventId)
    expect(clip.startAtMs).toBeLessThanOrEqual(trigger.triggeredAtMs - settings.preSec * 1000)
    expect(clip.endAtMs - clip.startAtMs).toBeGreaterThanOrEqual(8000)
  })

  it('is waited for while room is being made on it: what comes meanwhile is in the clip', async () => {
    let made = () => {}
    const making = new Promise<void>((resolve) => {
      made = resolve
    })
    const lost: string[] = []
    const room = {
      isFull: true,
      made: () => making,
      wanted: () => undefined,
      lost: (_what: string, id: string) => void lost.push(id),
    }
    await here.recordings.stop(0)
    await here.open({ room })
    here.source.start()
    await here.play(5000)
    const trigger = here.triggerOf()
    const answered = here.recorder.trigger(trigger)
    await here.play(3000)
    room.isFull = false
    made()
    expect(await answered).toMatchObject({ status: 'triggered' })
    await here.play(5000)
    await here.recordings.settled()
    expect([here.observer.endOf(trigger.eventId).error, lost]).toEqual([null, []])
    const clip = here.clipOf(trigger.eventId)
    expect((await decodeClip(clip.path)).pictures).toBe(here.sentBetween(clip))
    expect(clip.startAtMs).toBeLessThanOrEqual(trigger.triggeredAtMs - settings.preSec * 1000)
  })

  it('is waited for no longer than a quarter of a minute', async () => {
    const lost: string[] = []
    const room = {
      isFull: true,
      made: () => new Promise<void>(() => {}),
      wanted: () => undefined,
      lost: (_what: string, id: string) => void lost.push(id),
    }
    await here.recordings.stop(0)
    await here.open({ room })
    here.source.start()
    await here.play(5000)
    const trigger = here.triggerOf()
    const answered = here.recorder.trigger(trigger)
    await here.play(15_500)
    await answered
    await until(() => here.observer.ends.length === 1)
    expect(here.observer.endOf(trigger.eventId)).toMatchObject({
      clip: null,
      error: expect.stringContaining(noRoomReason),
    })
    expect(lost).toEqual([trigger.eventId])
  })

  it('at the very start closes the event without a clip', async () => {
    here.source.start()
    await here.play(3000)
    const folder = join(here.dataDir, 'recordings')
    await rm(folder, { recursive: true })
    const trigger = here.triggerOf()
    expect(await here.recorder.trigger(trigger)).toMatchObject({ status: 'triggered' })
    await until(() => here.observer.ends.length === 1)
    expect(here.observer.endOf(trigger.eventId).clip).toBeNull()
    expect(here.observer.endOf(trigger.eventId).error).toMatch(
      /^the gateway could not write the recording .*ENOENT/,
    )
  })
})

describe('stopping', () => {
  it('closes a recording in progress with what there is', async () => {
    here.source.start()
    await here.play(5000)
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    await here.play(1000)
    await here.recordings.stop(30_000)
    expect(here.observer.endOf(trigger.eventId).error).toMatch(/^the agent was stopped at second \d of 8$/)
    expect((await decodeClip(here.clipOf(trigger.eventId).path)).said).toBe('')
    await expect(here.recorder.trigger(here.triggerOf())).rejects.toThrow('the agent is stopping')
  })

  it('leaves to the next start what it cannot finish in time', async () => {
    const slow = join(here.dataDir, 'slow-ffmpeg')
    await writeFile(slow, '#!/bin/sh\nsleep 60\n')
    await chmod(slow, 0o755)
    await here.recordings.stop(0)
    await here.open({ ffmpeg: { path: slow, version: '0', from: 'setting' } })
    here.source.start()
    await here.play(5000)
    const trigger = here.triggerOf()
    await here.recorder.trigger(trigger)
    const stopped = here.recordings.stop(1000)
    await until(() => here.recordings.states()[cameraId] === undefined)
    await here.clock.advance(1000)
    await stopped
    expect(here.observer.ends).toEqual([])
    await here.open({})
    await here.recordings.settled()
    expect(here.observer.endOf(trigger.eventId).snapshot).not.toBeNull()
    expect(here.observer.endOf(trigger.eventId).error).toMatch(/^the agent was stopped/)
  })
})

describe('without a working ffmpeg', () => {
  it.each([
    ['none', null],
    ['one that fails', '#!/bin/sh\nkill -9 $$\n'],
    ['one that does nothing', '#!/bin/sh\nexit 0\n'],
  ])('the clip is kept: %s', async (_name, script) => {
    const path = join(here.dataDir, 'ffmpeg')
    if (script !== null) {
      await writeFile(path, script)
      await chmod(path, 0o755)
    }
    await here.recordings.stop(0)
    await here.open({ ffmpeg: script === null ? null : { path, version: '0', from: 'setting' } })
    const { eventId } = await here.recordOne()
    expect(here.observer.endOf(eventId)).toMatchObject({ snapshot: null, error: null })
    expect((await decodeClip(here.clipOf(eventId).path)).said).toBe('')
  })

  it('the clip is kept with what ffmpeg found if it does not decode', async () => {
    const pictures = here.video.pictures.map((picture, index) =>
      // The slices stay where they are and what they hold is torn.
      index % 12 === 5
        ? {
            ...picture,
            data: Buffer.concat([picture.data.subarray(0, 12), Buffer.alloc(picture.data.length - 12)]),
          }
        : picture,
    )
    here.source = new ScriptedSource(here.clock, { ...here.video, pictures })
    await here.recordings.stop(0)
    await here.open({})
    const { eventId } = await here.recordOne()
    expect(here.observer.endOf(eventId).error).toMatch(/^the clip does not decode cleanly: ./)
    expect(here.clipOf(eventId).bytes).toBeGreaterThan(0)
  })
})
