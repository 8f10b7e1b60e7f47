import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { decodeClip, outerBoxes } from '#testing/inspect-clip.js'
import { recordsOf, writeJournal } from '#testing/journal-of.js'
import { openRecordings } from '#testing/open-recordings.js'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { sampleEvent } from '#testing/sample-records.js'
import { aacTone, g711Packets, g711Tone, loudness, soundPacket } from '#testing/sound.js'
import type { Ffmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import type { AudioFormat } from '../stream/packet.js'
import type { JournalRecord } from './journal-format.js'

const { eventId } = sampleEvent
const pcma: AudioFormat = { codec: 'pcma', sampleRate: 8000, channels: 1, config: null }
const loud = 0.1
const quiet = 0.01

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
  dataDir = await mkdtemp(join(tmpdir(), 'agent-sound-'))
  folder = join(dataDir, 'recordings')
  observer = new RememberingObserver()
  await finish(null)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A start of the agent that finishes what is there. */
async function finish(use: Ffmpeg | null): Promise<void> {
  const recordings = await openRecordings({
    dataDir,
    observer,
    ffmpeg: use,
    service: { now: () => 1000 },
  })
  await recordings.settled()
  await recordings.stop(0)
}

const at = (extension: string) => join(folder, `${eventId}.${extension}`)

/** A whole recording of three seconds with this sound beside its pictures, in the order of arrival. */
async function recordSound(audio: AudioFormat, sound: readonly JournalRecord[]): Promise<void> {
  const [event, run, ...pictures] = recordsOf(video)
  if (event === undefined || run?.kind !== 'run') throw new Error('no records')
  const packets = [...pictures, ...sound].toSorted((one, other) => timeOf(one) - timeOf(other))
  const records: JournalRecord[] = [event, { kind: 'run', run: { ...run.run, audio } }, ...packets]
  await writeJournal(at('journal'), [...records, { kind: 'ended', ending: { error: null } }])
}

const timeOf = (record: JournalRecord) => (record.kind === 'packet' ? record.dtsUs : -1)

async function expectWholeVideo(): Promise<void> {
  expect(await decodeClip(at('mp4'))).toMatchObject({ pictures: 30, said: '' })
  const boxes = await outerBoxes(at('mp4'))
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
}

describe('G.711', () => {
  it('becomes AAC, heard at its time, with silence where the camera sent none', async () => {
    await recordSound(pcma, [...g711Packets('pcma', 0.5, 1.2), ...g711Packets('pcma', 2, 3)])
    await finish(ffmpeg)
    await expectWholeVideo()
    const tenths = await loudness(at('mp4'))
    expect(tenths.length).toBeGreaterThanOrEqual(28)
    expect(tenths.length).toBeLessThanOrEqual(31)
    expect(Math.max(...tenths.slice(0, 4), ...tenths.slice(14, 18))).toBeLessThan(quiet)
    expect(Math.min(...tenths.slice(7, 11), ...tenths.slice(22, 28))).toBeGreaterThan(loud)
    const { clip, error, snapshot } = observer.endOf(eventId)
    const bytes = await readFile(at('mp4'))
    expect(error).toBeNull()
    expect(snapshot).not.toBeNull()
    expect(clip).toMatchObject({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(await readdir(folder)).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
  })

  it.each([
    ['u-law', { ...pcma, codec: 'pcmu' as const }, g711Packets('pcmu', 0, 3)],
    [
      'A-law in two channels',
      { ...pcma, channels: 2 },
      Array.from({ length: 150 }, (_, index) => soundPacket(index * 20_000, g711Tone('pcma', 2))),
    ],
  ])('becomes AAC from %s as well', async (_name, format, packets) => {
    await recordSound(format, packets)
    await finish(ffmpeg)
    await expectWholeVideo()
    expect(observer.endOf(eventId).error).toBeNull()
    expect(Math.min(...(await loudness(at('mp4'))).slice(2, 27))).toBeGreaterThan(loud)
  })

  it('is left out without ffmpeg, and the event says so', async () => {
    await recordSound(pcma, g711Packets('pcma', 0, 3))
    await finish(null)
    await expectWholeVideo()
    expect(await loudness(at('mp4'))).toEqual([])
    const { clip, error } = observer.endOf(eventId)
    expect(clip).not.toBeNull()
    expect(error).toMatch(/^the sound was left out: it needs ffmpeg/)
  })

  it.each([
    ['fails', 'exit 3', /the sound was left out: ffmpeg ended with code 3/],
    [
      'makes nonsense',
      'for last; do :; done; case "$last" in file:*) echo nonsense > "${last#file:}";; esac',
      /ffmpeg made nothing of it/,
    ],
  ])('is left out where ffmpeg %s', async (_name, body, reason) => {
    const path = join(dataDir, 'ffmpeg-double')
    await writeFile(path, `#!/bin/sh\ncase "$*" in *pipe:0*) cat > /dev/null;; esac\n${body}\n`)
    await chmod(path, 0o755)
    await recordSound(pcma, g711Packets('pcma', 0, 3))
    await finish({ path, version: '0', from: 'setting' })
    await expectWholeVideo()
    expect(observer.endOf(eventId).error).toMatch(reason)
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('is there after a cut at any step of its conversion', async () => {
    await recordSound(pcma, g711Packets('pcma', 0, 3))
    const journal = await readFile(at('journal'))
    await finish(ffmpeg)
    const whole = await readFile(at('mp4'))
    const heard = await loudness(at('mp4'))
    for (const [left, content] of [
      ['mp4.aac.tmp', whole.subarray(0, 900)],
      ['mp4', whole],
    ] as const) {
      observer = new RememberingObserver()
      await rm(at('jpg'), { force: true })
      await writeFile(at('journal'), journal)
      await writeFile(at(left), content)
      await finish(ffmpeg)
      expect(observer.calls).toEqual([`opened ${eventId}`, `closed ${eventId}`])
      expect(await loudness(at('mp4')), left).toEqual(heard)
      await expectWholeVideo()
      expect(await readdir(folder)).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
    }
  })
})

describe('AAC', () => {
  it('is kept as the camera sent it, with its gaps', async () => {
    const { format, packets } = await aacTone(3)
    await recordSound(format, [...packets.slice(0, 16), ...packets.slice(30)])
    await finish(null)
    await expectWholeVideo()
    expect(observer.endOf(eventId).error).toBeNull()
    expect(Math.min(...(await loudness(at('mp4'))).slice(2, 8))).toBeGreaterThan(loud)
  })

  it('is left out where MP4 does not take it, and the pictures are not', async () => {
    const { format, packets } = await aacTone(1)
    const [event, run, ...pictures] = recordsOf(video)
    if (event === undefined || run?.kind !== 'run') throw new Error('no records')
    const backwards = [...packets.slice(8, 12), ...packets.slice(0, 4)]
    const withSound: JournalRecord = { kind: 'run', run: { ...run.run, audio: format } }
    await writeJournal(at('journal'), [event, withSound, ...pictures, ...backwards])
    await finish(null)
    await expectWholeVideo()
    expect(await loudness(at('mp4'))).toEqual([])
    expect(observer.endOf(eventId).error).toMatch(/the sound was left out: /)
  })

  it('from before the first and behind the last picture is no part of the clip', async () => {
    const { format, packets } = await aacTone(1)
    const early = packets.slice(0, 3).map((packet) => ({ ...packet, ptsUs: -500_000, dtsUs: -500_000 }))
    await recordSound(
      format,
      early.filter((packet) => packet.kind === 'packet'),
    )
    await finish(null)
    await expectWholeVideo()
    expect(await loudness(at('mp4'))).toEqual([])
  })
})
