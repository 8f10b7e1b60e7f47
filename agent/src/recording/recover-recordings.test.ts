import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { decodeClip } from '#testing/inspect-clip.js'
import { recordsOf, runStartMs, writeJournal } from '#testing/journal-of.js'
import { openRecordings } from '#testing/open-recordings.js'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { sampleEvent } from '#testing/sample-records.js'
import { ScriptedSource } from '#testing/scripted-source.js'
import { systemClock } from '../platform/clock.js'
import type { Ffmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { createLogger } from '../platform/logger.js'
import { until } from '../platform/until.fixture.js'
import { encodeRecord, type JournalRecord } from './journal-format.js'
import type { Recordings } from './recordings.js'
import { scanJournal } from './scan-journal.js'

const { eventId, cameraId } = sampleEvent
const absorbed = '0198c0de-0000-7000-8000-0000000000aa'

let video: EncodedVideo
let ffmpeg: Ffmpeg
let dataDir: string
let folder: string
let observer: RememberingObserver

beforeAll(async () => {
  video = await encodeVideo({ seconds: 3, fps: 10, size: '160x120', bitrate: '100k' })
  ffmpeg = await ffmpegForTests()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-recover-'))
  folder = join(dataDir, 'recordings')
  observer = new RememberingObserver()
  // Makes the folder.
  await restart()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A start of the agent: recovers, finishes everything, and stops again. */
async function restart(use: Ffmpeg | null = null, service = { now: () => 1000 }): Promise<Recordings> {
  const recordings = await openRecordings({
    dataDir,
    observer,
    ffmpeg: use,
    service,
  })
  await recordings.settled()
  await recordings.stop(0)
  return recordings
}

const at = (extension: string) => join(folder, `${eventId}.${extension}`)

function whole(): JournalRecord[] {
  return [...recordsOf(video), { kind: 'ended', ending: { error: null } }]
}

describe('a journal that was left behind', () => {
  it('becomes a clip, and its event is opened, extended and closed, once', async () => {
    const extension = {
      event: { eventId, cameraId, absorbedEventId: absorbed, triggeredAtMs: runStartMs + 1500 },
      untilMs: runStartMs + 90_000,
    }
    await writeJournal(at('journal'), [...recordsOf(video), { kind: 'extended', extension }])
    await restart(ffmpeg)
    await restart(ffmpeg)
    expect(observer.calls).toEqual([`opened ${eventId}`, `extended ${eventId}`, `closed ${eventId}`])
    const end = observer.endOf(eventId)
    expect(end.error).toBe('the gateway was interrupted at second 3 of the recording')
    expect(end.clip?.startAtMs).toBe(runStartMs)
    expect(end.snapshot).toMatchObject({ width: 160, height: 120 })
    expect(await decodeClip(at('mp4'))).toMatchObject({ pictures: 30, said: '' })
    expect(await readdir(folder)).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
  })

  it('uses the picture of an attempt that was cut short, where the next one gets none', async () => {
    await writeJournal(at('journal'), whole())
    await restart(ffmpeg)
    const picture = await readFile(at('jpg'))
    observer = new RememberingObserver()
    await writeJournal(at('journal'), whole())
    await restart({ path: '/bin/false', version: '0', from: 'setting' })
    expect(observer.endOf(eventId).snapshot).toMatchObject({
      path: at('jpg'),
      bytes: picture.length,
      width: 160,
    })
    expect(await readFile(at('jpg'))).toEqual(picture)
  })

  it('leaves no files of an attempt whose packets were given up since', async () => {
    await writeJournal(at('journal'), recordsOf(video).slice(0, 1))
    await writeFile(at('jpg'), 'of before')
    await writeFile(at('mp4'), 'of before')
    await restart()
    expect(observer.endOf(eventId).clip).toBeNull()
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps all whole packets before a cut, wherever it is', async () => {
    const bytes = await (async () => {
      await writeJournal(at('journal'), recordsOf(video))
      return readFile(at('journal'))
    })()
    for (let length = 0; length < bytes.length; length += 3001) {
      observer = new RememberingObserver()
      await writeFile(at('journal'), bytes.subarray(0, length))
      const content = await scanJournal(at('journal'))
      await restart()
      const frames = content?.video.length ?? 0
      expect(observer.ends, `cut at ${length}`).toHaveLength(content === null ? 0 : 1)
      expect(observer.ends.some(({ clip }) => clip !== null)).toBe(frames > 0)
      if (frames > 0) {
        expect(observer.ends[0]?.error).toMatch(/^the gateway was interrupted/)
        expect(await decodeClip(at('mp4'))).toMatchObject({ pictures: frames, said: '' })
      }
      await rm(at('mp4'), { force: true })
      expect(await readdir(folder)).toEqual([])
    }
  })

  it('without a picture closes its event without a clip', async () => {
    await writeJournal(at('journal'), recordsOf(video).slice(0, 1))
    await restart()
    expect(observer.endOf(eventId)).toMatchObject({
      clip: null,
      error: 'the gateway was interrupted before a picture was recorded',
    })
  })

  it('answers a repeated trigger as before, also one that was absorbed', async () => {
    const extension = {
      event: { eventId, cameraId, absorbedEventId: absorbed, triggeredAtMs: runStartMs + 1500 },
      untilMs: runStartMs + 90_000,
    }
    await writeJournal(at('journal'), [...recordsOf(video), { kind: 'extended', extension }])
    const recordings = await openRecordings({
      dataDir,
      observer,
    })
    const source = new ScriptedSource(systemClock, video)
    source.start()
    const settings = { preSec: 5, postSec: 5, durationSec: 15 }
    await using recorder = recordings.forCamera(cameraId, source, settings)
    const trigger = { ...sampleEvent, rawData: {}, triggeredAtMs: systemClock.now() }
    const answer = { eventId, startedAtMs: runStartMs + 1000 }
    expect(await recorder.trigger(trigger)).toEqual({
      ...answer,
      status: 'triggered',
      expectedDurationSec: 60,
    })
    expect(await recorder.trigger({ ...trigger, eventId: absorbed })).toEqual({
      ...answer,
      status: 'recording_extended',
      expectedDurationSec: 90,
    })
    expect(recorder.state).not.toBe('recording')
    await recordings.settled()
    await recordings.stop(1000)
  })
})

describe('many journals, or long ones,', () => {
  it('keep no camera waiting: of the older ones the beginning is read, and the rest once cameras are recorded', async () => {
    const newest = 'ffffffff-0000-7000-8000-0000000000bb'
    const [first, run, ...packets] = recordsOf(video)
    if (first?.kind !== 'event' || run === undefined) throw new Error('no records')
    const absorbs = (id: string, absorbedEventId: string): JournalRecord => ({
      kind: 'extended',
      extension: {
        event: { eventId: id, cameraId, absorbedEventId, triggeredAtMs: runStartMs + 1500 },
        untilMs: runStartMs + 90_000,
      },
    })
    const [absorbedToo, large] = ['0198c0de-0000-7000-8000-0000000000cc', new Uint8Array(1024 ** 2)]
    const picture = packets.find((packet) => packet.kind === 'packet')
    if (picture === undefined) throw new Error('no picture')
    const pictures = Array.from({ length: 70 }, () => ({ ...picture, data: large }))
    await writeJournal(at('journal'), [first, run, ...pictures, absorbs(eventId, absorbed)])
    const facts = { ...first.facts, event: { ...first.facts.event, eventId: newest } }
    const newer = [{ kind: 'event' as const, facts }, run, ...packets, absorbs(newest, absorbedToo)]
    await writeJournal(join(folder, `${newest}.journal`), newer)
    const recordings = await openRecordings({ dataDir, observer })
    const source = new ScriptedSource(systemClock, video)
    source.start()
    await using recorder = recordings.forCamera(cameraId, source, {
      preSec: 5,
      postSec: 5,
      durationSec: 15,
    })
    const trigger = (id: string) =>
      recorder.trigger({ ...sampleEvent, eventId: id, rawData: {}, triggeredAtMs: systemClock.now() })
    // Not read yet: it is recorded, for a clip too many is better than none.
    const unread = trigger(absorbed)
    expect(await trigger(absorbedToo)).toMatchObject({ eventId: newest, status: 'recording_extended' })
    expect(await trigger(eventId)).toMatchObject({ eventId, status: 'triggered' })
    expect(await unread).toMatchObject({ eventId: absorbed, status: 'triggered' })
    await until(async () => (await trigger(absorbed)).status === 'recording_extended')
    await recordings.stop(0)
  })
})

describe('a process that ended', () => {
  it('while it built the clip: the clip is built anew', async () => {
    await writeJournal(at('journal'), whole())
    await writeFile(at('mp4.tmp'), 'half a clip')
    await restart()
    expect(observer.endOf(eventId).error).toBeNull()
    expect(await decodeClip(at('mp4'))).toMatchObject({ pictures: 30, said: '' })
    expect(await readdir(folder)).toEqual([`${eventId}.mp4`])
  })

  it('after the clip had its name: the clip is built anew', async () => {
    await writeJournal(at('journal'), whole())
    await writeFile(at('mp4'), 'as whole as the one that takes its place')
    await restart()
    expect(await decodeClip(at('mp4'))).toMatchObject({ pictures: 30, said: '' })
  })

  it('while ffmpeg took the snapshot: it is taken anew', async () => {
    await writeJournal(at('journal'), whole())
    await writeFile(at('jpg.tmp'), 'half a picture')
    await restart(ffmpeg)
    expect(observer.endOf(eventId).snapshot?.bytes).toBe((await stat(at('jpg'))).size)
    expect(await readdir(folder)).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
  })

  /** Goes as far as the note of the result, and puts the journal back as it was then. */
  async function finishedJournal(): Promise<Buffer> {
    await writeJournal(at('journal'), whole())
    observer.failure = new Error('the outbox is closed')
    const recordings = openRecordings({
      dataDir,
      observer,
    })
    while (!(await scanJournal(at('journal')))?.finished) await systemClock.delay(2)
    await (await recordings).stop(0)
    observer.failure = null
    return readFile(at('journal'))
  }

  it('before the observer had the end: it is told what was noted, and nothing is built twice', async () => {
    await finishedJournal()
    const { mtimeMs } = await stat(at('mp4'))
    await restart()
    expect(observer.endOf(eventId).clip?.bytes).toBe((await stat(at('mp4'))).size)
    expect((await stat(at('mp4'))).mtimeMs).toBe(mtimeMs)
    expect(await readdir(folder)).toEqual([`${eventId}.mp4`])
  })

  it('before the observer had the end, and the data folder was moved: it is told where the clip lies now', async () => {
    await finishedJournal()
    const moved = `${dataDir}-moved`
    await rename(dataDir, moved)
    dataDir = moved
    folder = join(dataDir, 'recordings')
    await restart()
    const { clip } = observer.endOf(eventId)
    expect(clip).toMatchObject({ path: at('mp4'), bytes: (await stat(at('mp4'))).size })
    expect(await readdir(folder)).toEqual([`${eventId}.mp4`])
  })

  it('in the middle of a recording, and the data folder was moved: the clip is made there', async () => {
    await writeJournal(at('journal'), whole())
    const moved = `${dataDir}-moved`
    await rename(dataDir, moved)
    dataDir = moved
    folder = join(dataDir, 'recordings')
    await restart()
    expect(observer.endOf(eventId).clip?.path).toBe(at('mp4'))
    expect(await decodeClip(at('mp4'))).toMatchObject({ pictures: 30, said: '' })
  })

  it('after the observer took the clip and removed it: nothing comes back', async () => {
    const journal = await finishedJournal()
    await restart()
    await rm(at('mp4'))
    await writeFile(at('journal'), journal)
    await restart()
    expect(observer.ends).toHaveLength(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('in the middle of the note: the result is made anew', async () => {
    const journal = await finishedJournal()
    await truncate(at('journal'), journal.length - 5)
    await restart()
    expect(observer.endOf(eventId).error).toBeNull()
    expect(await decodeClip(at('mp4'))).toMatchObject({ pictures: 30, said: '' })
  })
})

describe('a journal that ends the agent', () => {
  const note = () => join(folder, 'recovering.json')
  const endedTimes = (times: number) => writeFile(note(), JSON.stringify({ eventId, times }))

  it('is set aside after the fourth time, and its event closed with the reason, while the others have their clips', async () => {
    const other = '0198c0de-0000-7000-8000-0000000000bb'
    const [first, ...packets] = whole()
    if (first?.kind !== 'event') throw new Error('no event')
    const facts = { ...first.facts, event: { ...first.facts.event, eventId: other } }
    await writeJournal(join(folder, `${other}.journal`), [{ kind: 'event', facts }, ...packets])
    await writeJournal(at('journal'), whole())
    const bytes = await readFile(at('journal'))
    await endedTimes(4)
    await restart()
    expect(observer.endOf(eventId)).toMatchObject({
      clip: null,
      error: 'no clip could be made of the recording: making one ended the agent several times',
    })
    expect(observer.endOf(other)).toMatchObject({ error: null })
    const [unusable = '', ...rest] = (await readdir(folder)).toSorted()
    expect(unusable).toMatch(new RegExp(`^${eventId}\\.journal\\.\\d+\\.unusable$`))
    expect(rest).toEqual([`${other}.mp4`])
    expect(await readFile(join(folder, unusable))).toEqual(bytes)
  })

  it('is none that was stopped in between: nothing is counted', async () => {
    await writeJournal(at('journal'), whole())
    await endedTimes(3)
    const recordings = await openRecordings({ dataDir, observer })
    await recordings.stop(0)
    expect(await readdir(folder)).not.toContain('recovering.json')
  })

  it('or was cut by three power cuts is tried once more', async () => {
    await writeJournal(at('journal'), whole())
    await endedTimes(3)
    await restart()
    expect(observer.endOf(eventId)).toMatchObject({ error: null })
    expect(await readdir(folder)).toEqual([`${eventId}.mp4`])
  })
})

describe('what cannot be used', () => {
  it('a journal whose stream makes no clip closes its event with the reason and is set aside', async () => {
    const [event, run, ...packets] = whole()
    if (event === undefined || run?.kind !== 'run') throw new Error('no records')
    const noSets: JournalRecord = {
      kind: 'run',
      run: { ...run.run, video: { ...run.run.video, parameterSets: [] } },
    }
    await writeJournal(at('journal'), [event, noSets, ...packets])
    await restart()
    expect(observer.endOf(eventId)).toMatchObject({
      clip: null,
      error: 'no clip could be made of the recording: the stream has no usable sequence parameter set',
    })
    const [unusable = ''] = await readdir(folder)
    expect(unusable).toMatch(new RegExp(`^${eventId}\\.journal\\.\\d+\\.unusable$`))
    // A wall clock that was in 1970, or is in 2070, ages nothing.
    await utimes(join(folder, unusable), 0, 0)
    await restart()
    expect(await readdir(folder)).toEqual([unusable])
    await restart(null, { now: () => 15 * 24 * 3_600_000 })
    expect(await readdir(folder)).toEqual([])
  })

  it('a journal without its first record is removed: nobody was told of it', async () => {
    await writeFile(at('journal'), Buffer.concat(encodeRecord({ kind: 'ended', ending: { error: null } })))
    await restart()
    expect(observer.calls).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    ['is spoilt', (bytes: Buffer) => bytes.fill(0xff, 60, 64)],
    ['is of a later version', (bytes: Buffer) => bytes.write('SLJRNL02', 0, 'latin1')],
  ])(
    'a journal is set aside with its pictures where its first record %s, and its clip stays',
    async (_what, spoil) => {
      await writeJournal(at('journal'), whole())
      // It may have been reported before the journal was removed, and wait for the cloud.
      for (const extension of ['jpg', 'mp4']) await writeFile(at(extension), 'of before')
      const bytes = Buffer.concat([await readFile(at('journal')), Buffer.alloc(64 * 1024, 1)])
      spoil(bytes)
      await writeFile(at('journal'), bytes)
      await restart()
      const [unusable = '', picture, clip] = (await readdir(folder)).toSorted()
      expect([picture, clip]).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
      expect(unusable).toMatch(new RegExp(`^${eventId}\\.journal\\.\\d+\\.unusable$`))
      expect(await readFile(join(folder, unusable))).toEqual(bytes)
    },
  )

  it('a journal that cannot be read, and a left-over that cannot be removed, keep no other from its clip', async () => {
    const other = '0198c0de-0000-7000-8000-0000000000bb'
    await mkdir(join(folder, '0.mp4.tmp'))
    await mkdir(join(folder, `${other}.journal`))
    await writeJournal(at('journal'), whole())
    const lines: string[] = []
    const log = createLogger({ level: 'warn', human: false, write: (line) => void lines.push(line) })
    const recordings = await openRecordings({ dataDir, observer, log, service: { now: () => 1000 } })
    await until(() => observer.calls.includes(`closed ${eventId}`))
    await recordings.stop(0)
    expect(observer.endOf(eventId).clip).not.toBeNull()
    const said = (event: string) => lines.filter((line) => line.includes(`"${event}"`))
    expect(said('recording.leftover_not_removed')).toEqual([
      expect.stringMatching(/"file":"0\.mp4\.tmp","reason":"[^"]*directory/),
    ])
    expect(said('recording.journal_not_read')).toEqual([
      expect.stringMatching(new RegExp(`"eventId":"${other}","reason":"EISDIR`)),
    ])
  })
})
