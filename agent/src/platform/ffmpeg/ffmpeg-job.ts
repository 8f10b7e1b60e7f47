import type { Readable } from 'node:stream'

/** G.711 as a camera sends it. */
interface G711Input {
  readonly codec: 'pcma' | 'pcmu'
  /** Hz. */
  readonly sampleRate: number
  readonly channels: number
  readonly bytes: Readable
}

/** What an ffmpeg reads: a file whose format is known, or a bare stream through its standard input. */
export type FfmpegInput =
  | { readonly kind: 'mp4'; readonly path: string; readonly fromSec?: number; readonly seconds?: number }
  | { readonly kind: 'stream'; readonly codec: 'h264' | 'h265'; readonly bytes: Readable }
  | ({ readonly kind: 'g711' } & G711Input)

/** One run of ffmpeg: fixed options, numbers of our own, paths as arguments of their own. */
export interface FfmpegJob {
  readonly name: 'clip_snapshot' | 'live_snapshot' | 'decode_check' | 'sound_to_aac'
  readonly inputs: readonly FfmpegInput[]
  readonly outputOptions: readonly string[]
  /** A file, or null where only the run itself counts. */
  readonly outputPath: string | null
  /** After this long it is ended, ms. */
  readonly deadlineMs: number
}

/** Options of every run. `error` also covers damage that a decoder conceals. */
export const globalOptions = ['-hide_banner', '-nostdin', '-loglevel', 'error'] as const

/**
 * A picture may take no more memory than the largest that cameras have; for inputs with pictures. A stream can say
 * another size than its parameter sets did when they were read.
 */
export const boundedSize = ['-max_pixels', '40000000'] as const

/** A picture for each packet, also for those before a decoder that began at a recovery point has recovered. */
export const showUnrecovered = ['-flags', '+output_corrupt'] as const

/** Only files and pipes, and never a guess at the format: no content may lead elsewhere. */
export function inputOptions(input: FfmpegInput): string[] {
  const options = ['-protocol_whitelist', 'file,pipe', '-threads', '1']
  if (input.kind === 'stream') {
    // Its pictures are counted, and what is left out of them would be counted wrongly.
    const shown = input.codec === 'h264' ? showUnrecovered : []
    return [...options, ...boundedSize, ...shown, '-f', input.codec === 'h264' ? 'h264' : 'hevc']
  }
  if (input.kind === 'g711') {
    const { codec, sampleRate, channels } = input
    const format = codec === 'pcma' ? 'alaw' : 'mulaw'
    return [...options, '-f', format, '-ar', whole(sampleRate), '-ac', whole(channels)]
  }
  if (input.fromSec !== undefined) options.push('-ss', seconds(input.fromSec))
  if (input.seconds !== undefined) options.push('-t', seconds(input.seconds))
  return [...options, ...boundedSize, '-f', 'mov']
}

/**
 * The picture of a clip at `atSec`, in its own size; the first one after that where the decoder has nothing yet.
 * @param fromSec where decoding begins if the key frame before `atSec` is not enough for it
 */
export function clipSnapshotJob(
  clipPath: string,
  atSec: number,
  outputPath: string,
  fromSec: number = atSec,
): FfmpegJob {
  const skipped = fromSec < atSec ? ['-ss', seconds(atSec - fromSec)] : []
  return {
    name: 'clip_snapshot',
    inputs: [{ kind: 'mp4', path: clipPath, fromSec }],
    outputOptions: ['-map', '0:v:0', ...skipped, '-frames:v', '1', ...jpeg],
    outputPath,
    deadlineMs: 30_000,
  }
}

/** The last of `pictures` pictures of a stream, at most `maxWidth` pixels wide. */
export function liveSnapshotJob(
  codec: 'h264' | 'h265',
  bytes: Readable,
  picture: { readonly pictures: number; readonly maxWidth: number; readonly outputPath: string },
): FfmpegJob {
  const { pictures, maxWidth, outputPath } = picture
  const last = `select=gte(n\\,${pictures - 1})`
  const narrow = `scale=min(iw\\,${maxWidth}):-2`
  return {
    name: 'live_snapshot',
    inputs: [{ kind: 'stream', codec, bytes }],
    outputOptions: ['-map', '0:v:0', '-vf', `${last},${narrow}`, '-frames:v', '1', ...jpeg],
    outputPath,
    deadlineMs: 15_000,
  }
}

/** Decodes the beginning and the end of a clip. What ffmpeg says about it is the finding. */
export function decodeCheckJob(clipPath: string, parts: readonly DecodedPart[]): FfmpegJob {
  return {
    name: 'decode_check',
    inputs: parts.map(({ fromSec, seconds: length }) => ({
      kind: 'mp4',
      path: clipPath,
      fromSec,
      seconds: length,
    })),
    outputOptions: [...parts.flatMap((_, index) => ['-map', `${index}:v:0`]), ...asItIs, '-f', 'null'],
    outputPath: null,
    deadlineMs: 60_000,
  }
}

/** Less than this many Hz in AAC is not played everywhere. */
const leastAacRate = 16_000

/** Makes AAC in ADTS of a sound. */
export function soundToAacJob(input: G711Input, outputPath: string): FfmpegJob {
  const rate = Math.min(Math.max(input.sampleRate, leastAacRate), 48_000)
  const channels = Math.min(input.channels, 2)
  return {
    name: 'sound_to_aac',
    inputs: [{ kind: 'g711', ...input }],
    outputOptions: [...aac, '-b:a', `${channels * 32}k`, '-ar', whole(rate), '-ac', whole(channels)],
    outputPath,
    deadlineMs: 60_000,
  }
}

/** A part of a clip, from a key frame on. */
export interface DecodedPart {
  readonly fromSec: number
  readonly seconds: number
}

/** In units so small that two pictures close together are not taken for one. */
const asItIs = ['-enc_time_base', '1:1000000'] as const

const aac = ['-map', '0:a:0', '-c:a', 'aac', '-f', 'adts'] as const

const jpeg = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '3', '-f', 'mjpeg'] as const

function whole(value: number): string {
  return Math.max(Math.round(value), 1).toFixed(0)
}

function seconds(value: number): string {
  return Math.max(value, 0).toFixed(6)
}
