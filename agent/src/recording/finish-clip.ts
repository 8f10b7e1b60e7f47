import { rm } from 'node:fs/promises'
import { readIfThere } from '../platform/durable-file.js'
import { clipSnapshotJob, type DecodedPart, decodeCheckJob } from '../platform/ffmpeg/ffmpeg-job.js'
import type { FfmpegOutcome, FfmpegRunner } from '../platform/ffmpeg/run-ffmpeg.js'
import type { ClipTiming } from './clip-timing.js'
import { jpegSize } from './jpeg-size.js'
import { publish, syncFile } from './recorded-file.js'

/** A result of ffmpeg: what it found, or why it found nothing. Neither touches the clip. */
export type ClipFinding<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** The longest part that is decoded at each end; with a smart codec a GOP lasts minutes. */
const longestPartSec = 10

/**
 * Takes the picture at `atSec` out of a clip.
 * @returns its size; the picture is at `path`, whole and on disk.
 */
export async function clipSnapshot(
  ffmpeg: FfmpegRunner,
  clip: { readonly path: string; readonly timing: ClipTiming; readonly atSec: number },
  path: string,
  signal: AbortSignal,
): Promise<ClipFinding<{ width: number; height: number }>> {
  const temporary = `${path}.tmp`
  // A moment before the frame itself: seeking passes over a frame that is a rounding error too early.
  const inClip = Math.min(Math.max(clip.atSec, 0), clip.timing.lastShownSec) - 0.0005
  const fromSec = Math.min(decodingFrom(clip.timing, inClip), inClip)
  const outcome = await ffmpeg.run(clipSnapshotJob(clip.path, inClip, temporary, fromSec), signal)
  const picture = outcome.ok ? await readIfThere(temporary) : null
  const size = picture && jpegSize(picture)
  if (size === null) {
    await rm(temporary, { force: true })
    return { kind: 'unavailable', reason: outcome.ok ? 'ffmpeg made no picture' : reasonOf(outcome) }
  }
  await syncFile(temporary)
  await publish(temporary, path)
  return { kind: 'found', value: size }
}

/**
 * Decodes the first and the last GOP of a clip.
 * @returns what is wrong with them, or null.
 */
export async function checkDecoding(
  ffmpeg: FfmpegRunner,
  clip: { readonly path: string; readonly timing: ClipTiming },
  signal: AbortSignal,
): Promise<ClipFinding<string | null>> {
  const outcome = await ffmpeg.run(decodeCheckJob(clip.path, endsOf(clip.timing)), signal)
  if (outcome.ok) return { kind: 'found', value: outcome.said === '' ? null : firstLine(outcome.said) }
  // Only an ffmpeg that ran to its end has judged the clip.
  if (outcome.judged) return { kind: 'found', value: firstLine(outcome.said) || outcome.reason }
  return { kind: 'unavailable', reason: reasonOf(outcome) }
}

/** Where decoding begins for the picture at `atSec`: there, unless the key frame before it leaves something open. */
function decodingFrom({ keyframesSec, leadInsSec }: ClipTiming, atSec: number): number {
  const at = keyframesSec.findLastIndex((sec) => sec <= atSec)
  const [keyframe, leadIn] = [keyframesSec[at], leadInsSec[at]]
  return keyframe === undefined || leadIn === undefined || leadIn === keyframe ? atSec : leadIn + 0.0005
}

/** The first and the last GOP, or the only one. */
function endsOf(timing: ClipTiming): DecodedPart[] {
  const [, second] = timing.keyframesSec
  const last = timing.keyframesSec.at(-1) ?? 0
  const first = { fromSec: 0, seconds: Math.min(second ?? timing.durationSec, longestPartSec) }
  if (second === undefined) return [first]
  const from = timing.leadInsSec.at(-1) ?? last
  return [first, { fromSec: from + 0.0005, seconds: Math.min(timing.durationSec - from, longestPartSec) }]
}

function reasonOf(outcome: Extract<FfmpegOutcome, { ok: false }>): string {
  const said = firstLine(outcome.said)
  return said === '' ? outcome.reason : `${outcome.reason}: ${said}`
}

/** Without the part of ffmpeg that speaks and its address. */
function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.replace(/^(\[[^\]]*\]\s*)+/, '').slice(0, 300)
}
