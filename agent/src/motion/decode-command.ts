import { boundedSize, globalOptions, showUnrecovered } from '../platform/ffmpeg/ffmpeg-job.js'
import type { VideoFormat } from '../stream/packet.js'
import { pictureHeight, pictureWidth } from './gray-decoder.js'

interface DecodeOptions {
  readonly codec: VideoFormat['codec']
  /** Of ffmpeg, as it names itself. */
  readonly version: string
  /** Numbers of the pictures to give back, or null for all. */
  readonly wanted: readonly number[] | null
  /** No picture is predicted from another. */
  readonly keyframesOnly: boolean
  /** It begins where a decoder recovers by and by: what it would not show before that is counted too. */
  readonly recovers?: boolean
}

/**
 * The command line of a decode: a bare stream through standard input, small gray pictures through standard
 * output. Numbers of our own and fixed options, nothing else.
 */
export function decodeArguments(options: DecodeOptions): string[] {
  const { codec, version, wanted, keyframesOnly, recovers = false } = options
  const select = wanted === null ? [] : [`select=${wanted.map((n) => `eq(n\\,${n})`).join('+')}`]
  const filters = [...select, `scale=${pictureWidth}:${pictureHeight}:flags=area`, 'format=gray']
  return [
    ...globalOptions,
    '-protocol_whitelist',
    'pipe',
    ...boundedSize,
    '-threads',
    '1',
    // Edges of blocks need no smoothing in a picture this small, unless others are predicted from it.
    ...(keyframesOnly ? ['-skip_loop_filter', 'all'] : []),
    ...(recovers ? showUnrecovered : []),
    '-f',
    codec === 'h264' ? 'h264' : 'hevc',
    '-i',
    'pipe:0',
    '-an',
    '-filter_threads',
    '1',
    '-vf',
    filters.join(','),
    ...passthrough(version),
    '-f',
    'rawvideo',
    'pipe:1',
  ]
}

/** Every picture once: ffmpeg would repeat and drop some to keep a rate. The option changed its name in 5.1. */
function passthrough(version: string): string[] {
  const [, major = '99', minor = '0'] = /^n?(\d+)\.(\d+)/.exec(version) ?? []
  const isOld = Number(major) < 5 || (Number(major) === 5 && Number(minor) < 1)
  return isOld ? ['-vsync', '0'] : ['-fps_mode', 'passthrough']
}
