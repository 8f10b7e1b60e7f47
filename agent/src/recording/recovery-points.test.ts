import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { decodeClip } from '#testing/inspect-clip.js'
import { recordsOf, writeJournal } from '#testing/journal-of.js'
import { requestFor } from '../motion/decode-request.fixture.js'
import { createFfmpegGrayDecoder } from '../motion/ffmpeg-gray-decoder.js'
import type { DecodeOutcome } from '../motion/gray-decoder.js'
import { systemClock } from '../platform/clock.js'
import { MovedClock, NotingListener } from '../stream/camera-pictures.fixture.js'
import type { Packet } from '../stream/packet.js'
import { PacketRing } from '../stream/packet-ring.js'
import { framesToRecover, wholeFrom } from '../stream/recovery-point.js'
import { RingBudget } from '../stream/ring-budget.js'
import { VideoIngest } from '../stream/video-ingest.js'
import { buildMp4 } from './build-mp4.js'
import { checkMp4 } from './check-mp4.js'
import { clipTiming } from './clip-timing.js'
import { scanJournal } from './scan-journal.js'

/** What is received of a camera whose IDR picture was sent before anybody was connected. */
function receive(video: EncodedVideo, fromPicture: number) {
  const clock = new MovedClock()
  const heard = new NotingListener()
  const ingest = new VideoIngest({
    codec: 'h264',
    clockRate: 90_000,
    parameterSets: video.format.parameterSets,
    hasDonl: false,
    audio: null,
    clock,
    nextRunId: () => 1,
    sink: heard,
  })
  for (const { data, shownAt } of video.pictures.slice(fromPicture)) {
    for (let at = 0; at < data.length; at += 4 + data.readUInt32BE(at)) {
      const end = at + 4 + data.readUInt32BE(at)
      ingest.payload(data, at + 4, end, shownAt * 3600, end === data.length)
    }
    clock.move(40)
  }
  return heard
}

test('how many pictures a decoder needs to recover is read, and a picture is wanted only once it has', async () => {
  const video = await encodeVideo({ seconds: 3, gop: 25, intraRefresh: true })
  const { packets } = receive(video, 5)
  const frames = framesToRecover(packets[0]?.data ?? Buffer.alloc(0))
  expect(frames).toBeGreaterThan(10)
  expect(frames).toBeLessThan(25)
  expect(wholeFrom(packets)).toBe(frames)
  expect(wholeFrom(packets.slice(0, 5))).toBe(5)
  expect(framesToRecover(video.pictures[0]?.data ?? Buffer.alloc(0))).toBe(0)

  const decoder = createFfmpegGrayDecoder({
    ffmpeg: await ffmpegForTests(),
    clock: systemClock,
    redact: (text) => text,
  })
  onTestFinished(() => decoder.close())
  const never = new AbortController().signal
  const decode = (given: readonly Packet[]) => decoder.decode(requestFor(given), never)
  const shown = (outcome: DecodeOutcome) =>
    outcome.kind === 'pictures' ? outcome.pictures.map(({ ptsUs }) => ptsUs) : outcome
  // Those that wait together share a decoder, but for these: it would take up what the one before left.
  const together = await Promise.all([packets, packets.slice(25), packets.slice(0, 5)].map(decode))
  expect(together.map(shown)).toEqual(
    [packets.slice(frames), packets.slice(25 + frames), []].map((whole) => whole.map(({ ptsUs }) => ptsUs)),
  )
})

test('a recovery point at frame number 0, at which a decoder loses the picture, is not begun at', async () => {
  // Frame numbers are counted modulo 16: that of the recovery point after sixteen refreshes is 0.
  const video = await encodeVideo({ seconds: 12, gop: 15, intraRefresh: true })
  const { packets } = receive(video, 10)
  const begun = packets.flatMap(({ keyframe }, at) => (keyframe ? [at] : []))
  expect(begun).toContain(15 * 14)
  expect(begun).not.toContain(15 * 15)
  expect(begun).toContain(15 * 16)

  const ffmpeg = await ffmpegForTests()
  const decoder = createFfmpegGrayDecoder({ ffmpeg, clock: systemClock, redact: (text) => text })
  onTestFinished(() => decoder.close())
  const decode = (from: number) => {
    const given = packets.slice(from, from + 40)
    return decoder
      .decode(requestFor(given), new AbortController().signal)
      .then((outcome) => ({ given, outcome }))
  }
  for (const { given, outcome } of await Promise.all(begun.filter((from) => from > 150).map(decode))) {
    const whole = given.slice(wholeFrom(given)).map(({ ptsUs }) => ptsUs)
    expect(outcome.kind === 'pictures' ? outcome.pictures.map(({ ptsUs }) => ptsUs) : outcome).toEqual(whole)
  }
})

test('a stream of which every recovery point is at frame number 0 is received all the same', async () => {
  const video = await encodeVideo({ seconds: 12, gop: 15, intraRefresh: true })
  const { packets } = receive(video, 10)
  // As if frame numbers went round with each refresh.
  const round = packets.slice(15 * 15, 15 * 16).map(({ data }) => data)
  const pictures = Array.from({ length: 6 }, () => round)
    .flat()
    .map((data, shownAt) => ({ data: Buffer.from(data), shownAt, keyframe: false }))
  const begun = receive({ ...video, pictures }, 0).packets.flatMap(({ keyframe }, at) =>
    keyframe ? [at] : [],
  )
  expect(begun).toEqual([0, 30, 60])
})

test('H.264 without IDR pictures: runs, groups of the ring and clips begin at recovery points, and decode', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-recovery-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const video = await encodeVideo({ seconds: 8, gop: 25, intraRefresh: true })
  expect(video.pictures.filter(({ keyframe }) => keyframe)).toHaveLength(1)
  const { packets, ended, story } = receive(video, 5)
  expect(ended).toEqual([])
  expect(packets.length).toBeGreaterThan(150)
  expect(story.split('k').length - 1).toBeGreaterThanOrEqual(6)
  expect(packets[0]?.keyframe).toBe(true)

  const ring = new PacketRing(new RingBudget(1e9))
  for (const packet of packets) ring.add(packet, 2000)
  const kept = ring.from((packets[0]?.run.startedAtMs ?? 0) + (packets.at(-1)?.ptsUs ?? 0) / 1000 - 1500)
  expect(kept[0]?.keyframe).toBe(true)
  expect(kept.length).toBeLessThan(100)

  const pictures = kept.map(({ keyframe, data }, shownAt) => ({ keyframe, shownAt, data: Buffer.from(data) }))
  const [journal, clip] = [join(folder, 'journal'), join(folder, 'clip.mp4')]
  await writeJournal(journal, recordsOf({ ...video, pictures }))
  const content = await scanJournal(journal)
  if (content === null) throw new Error('no event in the journal')
  const timing = clipTiming(content.video)
  await buildMp4({ journalPath: journal, content, timing, sound: { kind: 'none' } }, clip)
  expect(await checkMp4(clip, content.video.length, timing)).toBeNull()
  // A decoder shows nothing before it has recovered; by what was asked for it has.
  const { shownSec } = await decodeClip(clip)
  expect((shownSec.at(-1) ?? 0) - (shownSec[0] ?? 0)).toBeGreaterThanOrEqual(1.5)
})
