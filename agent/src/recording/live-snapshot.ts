import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { readIfThere } from '../platform/durable-file.js'
import { liveSnapshotJob } from '../platform/ffmpeg/ffmpeg-job.js'
import type { FfmpegRunner } from '../platform/ffmpeg/run-ffmpeg.js'
import { annexB } from '../stream/annex-b.js'
import { type Packet, presentedAtMs } from '../stream/packet.js'
import { wholeFrom } from '../stream/recovery-point.js'
import type { ClipFinding } from './finish-clip.js'
import { jpegSize } from './jpeg-size.js'

/** A fresh picture of a camera. */
export interface LiveSnapshot {
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
  /** When it was shown; wall clock, ms since the epoch. */
  readonly takenAtMs: number
}

/** With a smart codec a GOP lasts minutes; decoding more than this takes longer than anyone waits. */
const mostPictures = 500

interface SnapshotOptions {
  /** In pixels, at most. */
  readonly maxWidth: number
  /** Where ffmpeg writes it. */
  readonly temporary: string
  readonly signal?: AbortSignal | undefined
}

/** The newest picture of a stream. @param gop what it keeps, asked for when ffmpeg has its turn: a picture waits for others */
export async function snapshotFromGop(
  ffmpeg: FfmpegRunner,
  gop: () => readonly Packet[],
  { maxWidth, temporary, signal }: SnapshotOptions,
): Promise<ClipFinding<LiveSnapshot>> {
  const there = shownBy(gop())
  if (typeof there === 'string') return { kind: 'unavailable', reason: there }
  let shown = there
  try {
    const outcome = await ffmpeg.run(() => {
      const now = shownBy(gop())
      // A stream that was lost meanwhile had pictures as this one was asked for.
      if (typeof now !== 'string') shown = now
      const { video } = shown
      const stream = Readable.from(video.map(annexB))
      const picture = { pictures: video.length, maxWidth, outputPath: temporary }
      return liveSnapshotJob(shown.newest.run.video.codec, stream, picture)
    }, signal)
    const jpeg = outcome.ok ? await readIfThere(temporary) : null
    const size = jpeg && jpegSize(jpeg)
    if (jpeg === null || size === null) {
      return { kind: 'unavailable', reason: outcome.ok ? 'ffmpeg made no picture' : outcome.reason }
    }
    return { kind: 'found', value: { jpeg, ...size, takenAtMs: presentedAtMs(shown.newest) } }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** What of these packets is decoded, and what that shows; or why it shows nothing. */
function shownBy(packets: readonly Packet[]): { video: readonly Packet[]; newest: Packet } | string {
  const [first] = packets
  // What is shown before its key frame may need pictures that are not here.
  const video = packets
    .filter(({ track, ptsUs }) => track === 'video' && first !== undefined && ptsUs >= first.ptsUs)
    .slice(0, mostPictures)
  const newest = video.toSorted((a, b) => a.ptsUs - b.ptsUs).at(-1)
  if (first === undefined || newest === undefined || !first.keyframe) {
    return 'no picture of the camera is kept yet'
  }
  if (video.indexOf(newest) < wholeFrom(video)) {
    return 'the camera refreshes its picture bit by bit, and has not shown all of it yet'
  }
  return { video, newest }
}
