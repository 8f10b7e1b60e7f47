import { mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeVideo } from '#testing/encode-video.js'
import { decodeClip, outerBoxes } from '#testing/inspect-clip.js'
import { recordsOf, writeJournal } from '#testing/journal-of.js'
import { buildMp4, recordedSound } from './build-mp4.js'
import { checkMp4 } from './check-mp4.js'
import { clipTiming } from './clip-timing.js'
import type { JournalRecord } from './journal-format.js'
import { scanJournal } from './scan-journal.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-build-mp4-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** When the pictures of a clip are shown, in the order in which they are decoded, seconds. */
async function timesOf(path: string): Promise<number[]> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('no video')
  const times: number[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp)
  return times
}

async function build(name: string, records: readonly JournalRecord[]) {
  const [journal, clip] = [join(folder, `${name}.journal`), join(folder, `${name}.mp4`)]
  await writeJournal(journal, records)
  const content = await scanJournal(journal)
  if (content === null) throw new Error('no event in the journal')
  const timing = clipTiming(content.video)
  await buildMp4({ journalPath: journal, content, timing, sound: recordedSound(content) }, clip)
  return { clip, timing, content, fault: await checkMp4(clip, content.video.length, timing) }
}

describe.each([
  ['h264', { codec: 'h264' as const, seconds: 3 }, 0],
  ['h264 with reordered pictures', { codec: 'h264' as const, seconds: 3, bFrames: 2 }, 2],
  ['h265', { codec: 'h265' as const, seconds: 2 }, 0],
])('an MP4 of %s', (name, options, reordering) => {
  it('has its index first, every picture at its time, and decodes without a warning', async () => {
    const video = await encodeVideo(options)
    expect(video.pictures).toHaveLength(options.seconds * 25)
    const { clip, timing, fault } = await build(name, recordsOf(video, reordering))
    expect(fault).toBeNull()
    const boxes = await outerBoxes(clip)
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
    const { pictures, said, shownSec } = await decodeClip(clip)
    expect(said).toBe('')
    expect(pictures).toBe(video.pictures.length)
    expect(timing.durationSec).toBeCloseTo(options.seconds, 5)
    for (const [index, sec] of shownSec.entries()) expect(sec).toBeCloseTo(index / 25, 3)
  })
})

describe('a clip', () => {
  it('keeps the times of the packets where pictures are missing or late', async () => {
    const video = await encodeVideo({ seconds: 2 })
    const records = recordsOf(video).filter((_, index) => index < 20 || index >= 27)
    const { clip, fault, timing } = await build('gap', records)
    expect(fault).toBeNull()
    const { shownSec } = await decodeClip(clip)
    expect(Math.max(...shownSec)).toBeCloseTo(49 / 25, 3)
    expect(timing.durationSec).toBeCloseTo(2, 3)
  })

  it('gives reordered pictures their times to the unit, so that none is shown before it is decoded', async () => {
    const video = await encodeVideo({ seconds: 4, bFrames: 2 })
    // A clock that is 0.37 % off leaves no time on the grid of the frame rate.
    const drifted = (us: number) => Math.round(us * 1.0037)
    const records = recordsOf(video, 2).map((record) =>
      record.kind === 'packet'
        ? { ...record, ptsUs: drifted(record.ptsUs), dtsUs: drifted(record.dtsUs) }
        : record,
    )
    const { clip, timing } = await build('fractions', records)
    const units = (sec: number) => sec * 57_600
    const recorded = records.flatMap((record) =>
      record.kind === 'packet' ? [Math.round(units((record.ptsUs - timing.startUs) / 1e6))] : [],
    )
    expect((await timesOf(clip)).map((sec) => Math.round(units(sec)))).toEqual(recorded)
  })

  it('is whole where reordered pictures come unevenly', async () => {
    const video = await encodeVideo({ seconds: 2, bFrames: 2 })
    const uneven = (us: number) => us + (Math.round(us / 40_000) % 3) * 12_000
    const records = recordsOf(video, 2).map((record) =>
      record.kind === 'packet'
        ? { ...record, ptsUs: uneven(record.ptsUs), dtsUs: uneven(record.dtsUs) }
        : record,
    )
    // Cut behind each of the last pictures, so that the last one shown is the last one decoded, or is not.
    for (const [index, left] of [0, 1, 2, 3].entries()) {
      const { fault } = await build(`uneven-${index}`, records.slice(0, records.length - left))
      expect(fault).toBeNull()
    }
  })

  it('shows and decodes no two pictures at once, whatever their times say', async () => {
    const video = await encodeVideo({ seconds: 4, bFrames: 2 })
    let keyframes = 0
    const records = recordsOf(video, 2).map((record) => {
      if (record.kind !== 'packet' || !record.keyframe) return record
      // From the second on, shown before pictures that it follows.
      return keyframes++ === 0 ? record : { ...record, ptsUs: record.ptsUs - 130_000 }
    })
    expect(keyframes).toBeGreaterThan(2)
    const { clip, fault } = await build('at-once', records)
    expect(fault).toBeNull()
    const { said, shownSec, pictures } = await decodeClip(clip)
    expect(said).toBe('')
    expect(pictures).toBe(100)
    expect(new Set(shownSec).size).toBe(100)
  })

  it('can be built from a journal cut anywhere', async () => {
    const video = await encodeVideo({ seconds: 2 })
    const journal = join(folder, 'cut.journal')
    await writeJournal(journal, recordsOf(video))
    await truncate(journal, 40_000)
    const content = await scanJournal(journal)
    if (content === null) throw new Error('no event')
    const timing = clipTiming(content.video)
    const clip = join(folder, 'cut.mp4')
    await buildMp4({ journalPath: journal, content, timing, sound: recordedSound(content) }, clip)
    expect(await checkMp4(clip, content.video.length, timing)).toBeNull()
    const { pictures, said } = await decodeClip(clip)
    expect(said).toBe('')
    expect(pictures).toBe(content.video.length)
    expect(pictures).toBeGreaterThan(5)
    expect(pictures).toBeLessThan(50)
  })

  it('leaves a silent track out, and keeps AAC that sounds', async () => {
    const video = await encodeVideo({ seconds: 1 })
    const [event, run, ...packets] = recordsOf(video)
    if (event === undefined || run?.kind !== 'run') throw new Error('no records')
    const config = Buffer.from([0x14, 0x08])
    const withAudio: JournalRecord = {
      kind: 'run',
      run: { ...run.run, audio: { codec: 'aac', sampleRate: 16_000, channels: 1, config } },
    }
    const silent = await build('silent', [event, withAudio, ...packets])
    expect(silent.fault).toBeNull()
    expect((await decodeClip(silent.clip)).pictures).toBe(25)
    // An AAC frame of silence, one channel.
    const sound = (ptsUs: number): JournalRecord => ({
      kind: 'packet',
      track: 'audio',
      ptsUs,
      dtsUs: ptsUs,
      keyframe: true,
      data: Buffer.from([0x01, 0x40, 0x20, 0x07, 0x00, 0x00]),
    })
    const mixed = packets.flatMap((packet, index) => [packet, sound(index * 64_000)])
    const sounding = await build('sounding', [event, withAudio, ...mixed])
    expect(sounding.content.audioPackets).toBe(25)
    expect(sounding.fault).toBeNull()
    const bytesOf = (records: readonly JournalRecord[]) =>
      records.reduce((sum, record) => sum + (record.kind === 'packet' ? record.data.length : 0), 0)
    expect(sounding.content.bytesBeforeSound).toBe(bytesOf(packets.slice(0, 1)))
    const late = await build('late-sound', [event, withAudio, ...packets, sound(900_000)])
    expect(late.content.bytesBeforeSound).toBe(bytesOf(packets))
    expect(recordedSound(late.content)).toEqual({ kind: 'recorded' })
    // The writer would hold so much in memory until the first sound.
    expect(recordedSound({ ...late.content, bytesBeforeSound: 64 * 1024 * 1024 + 1 })).toEqual({
      kind: 'none',
      why: 'it began long after the pictures',
    })
  })

  it('is refused by the check if a picture is missing or its length is wrong', async () => {
    const video = await encodeVideo({ seconds: 1 })
    const { clip, timing, content } = await build('checked', recordsOf(video))
    const frames = content.video.length
    expect(await checkMp4(clip, frames + 1, timing)).toBe('it holds 25 of 26 pictures')
    expect(await checkMp4(clip, frames, { ...timing, durationSec: 5 })).toMatch(
      /lasts 1.000 s instead of 5.000 s/,
    )
    await truncate(clip, (await stat(clip)).size - 10)
    expect(await checkMp4(clip, frames, timing)).toBe('it ends before its last picture')
    await truncate(clip, 300)
    expect(await checkMp4(clip, frames, timing)).toBe('it has no video')
  })
})
