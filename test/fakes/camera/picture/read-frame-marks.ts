import { runFfmpeg } from '../ffmpeg.js'
import { type FrameMark, MARK_BLOCKS, MARK_HEIGHT_PART, readMark } from './frame-mark.js'

/** What a decoder saw in a recording. */
export interface DecodedMarks {
  /** One entry a decoded frame; null where the mark cannot be read. */
  readonly marks: readonly (FrameMark | null)[]
  /** What ffmpeg had to say at level "warning"; empty for a clean recording. */
  readonly warnings: string
}

/**
 * Decodes a file (or what `inputArguments` open) with ffmpeg and reads the mark of every frame.
 * Frames come out as they are stored: none repeated, none dropped for the sake of a frame rate.
 * @throws if ffmpeg fails.
 */
export async function readFrameMarks(inputArguments: string | readonly string[]): Promise<DecodedMarks> {
  const input = typeof inputArguments === 'string' ? ['-i', inputArguments] : inputArguments
  const strip = `crop=iw:ih/${MARK_HEIGHT_PART}:0:0,scale=${MARK_BLOCKS}:1:flags=area,format=gray`
  // Times as fine as those of a clip: by the usual frame rate two pictures may come to be at one moment.
  const asStored = ['-fps_mode', 'passthrough', '-enc_time_base', '1:90000']
  const output = ['-map', '0:v:0', '-vf', strip, ...asStored, '-f', 'rawvideo', 'pipe:1']
  const result = await runFfmpeg(['-v', 'warning', ...input, ...output])
  if (result.exitCode !== 0) throw new Error(`ffmpeg could not decode: ${result.stderr.trim()}`)
  const marks: (FrameMark | null)[] = []
  for (let at = 0; at + MARK_BLOCKS <= result.stdout.length; at += MARK_BLOCKS) {
    marks.push(readMark(result.stdout.subarray(at, at + MARK_BLOCKS)))
  }
  return { marks, warnings: withoutUncountedShift(result.stderr.trim()) }
}

/** A millisecond of the MP4 writer's clock. */
const slightly = 57

/**
 * FFmpeg shifts the times of decoding by the furthest that a picture is shown before its turn, but leaves the last two
 * entries of `ctts` out when it looks for that (libavformat, `mov_read_ctts`). Where it is a hair further there than anywhere
 * before, it finds fault with a clip of B-frames that ISO 14496-12 allows, and decodes it whole.
 */
function withoutUncountedShift(warnings: string): string {
  const isThat = (line: string): boolean => {
    const [, pts, dts] = / Invalid timestamps stream=\d+, pts=(\d+), dts=(\d+), size=\d+$/.exec(line) ?? []
    return Number(dts) - Number(pts) <= slightly
  }
  return warnings
    .split('\n')
    .filter((line) => !isThat(line))
    .join('\n')
}
