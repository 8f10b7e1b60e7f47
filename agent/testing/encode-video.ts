import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '#agent/platform/clock.js'
import { type Ffmpeg, findFfmpeg } from '#agent/platform/ffmpeg/find-ffmpeg.js'
import type { VideoFormat } from '#agent/stream/packet.js'

/** A stream as a camera sends it, made by the real encoder. */
export interface EncodedVideo {
  readonly format: VideoFormat
  readonly fps: number
  /** In the order of decoding. */
  readonly pictures: readonly {
    readonly keyframe: boolean
    readonly shownAt: number
    readonly data: Buffer
  }[]
}

export interface EncodeOptions {
  readonly seconds: number
  readonly codec?: 'h264' | 'h265'
  readonly size?: string
  readonly fps?: number
  /** Pictures from one key frame to the next. */
  readonly gop?: number
  readonly bFrames?: number
  /** H.264 that is refreshed bit by bit: an IDR picture comes first, and then recovery points only. */
  readonly intraRefresh?: boolean
  readonly bitrate?: string
}

export async function ffmpegForTests(): Promise<Ffmpeg> {
  const { found, tried } = await findFfmpeg(null, systemClock)
  if (found === null) throw new Error(`these tests need ffmpeg: ${tried.join('; ')}`)
  return found
}

/** Encodes a moving test picture and cuts the stream into access units. */
export async function encodeVideo(options: EncodeOptions): Promise<EncodedVideo> {
  const { codec = 'h264', size = '320x240', fps = 25, gop = fps, bFrames = 0, bitrate = '400k' } = options
  const { intraRefresh = false } = options
  const folder = await mkdtemp(join(tmpdir(), 'agent-encode-'))
  try {
    const path = join(folder, 'stream')
    const { path: ffmpeg } = await ffmpegForTests()
    const common = `keyint=${gop}:min-keyint=${gop}:scenecut=0:bframes=${bFrames}:b-adapt=0`
    const encoder =
      codec === 'h264'
        ? [
            '-c:v',
            'libx264',
            '-preset',
            'ultrafast',
            '-x264-params',
            `${common}:aud=1:b-pyramid=none:intra-refresh=${intraRefresh ? 1 : 0}`,
          ]
        : [
            '-c:v',
            'libx265',
            '-preset',
            'ultrafast',
            '-x265-params',
            `${common}:aud=1:open-gop=0:log-level=none`,
          ]
    // prettier-ignore
    await promisify(execFile)(ffmpeg, [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=${size}:rate=${fps}:duration=${options.seconds}`,
      '-pix_fmt',
      'yuv420p',
      ...encoder,
      '-b:v',
      bitrate,
      '-f',
      codec === 'h264' ? 'h264' : 'hevc',
      path,
    ])
    const units = nalUnits(await readFile(path))
    const [width = 0, height = 0] = size.split('x').map(Number)
    return {
      format: {
        codec,
        width,
        height,
        parameterSets: distinct(units.filter((unit) => isParameterSet(unit, codec))),
      },
      fps,
      pictures: shownInOrder(accessUnits(units, codec), bFrames),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The NAL units of an Annex B stream. */
function nalUnits(stream: Buffer): Buffer[] {
  const starts: { at: number; from: number }[] = []
  for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex')) {
    starts.push({ at: at > 0 && stream[at - 1] === 0 ? at - 1 : at, from: at + 3 })
  }
  return starts.map(({ from }, index) => stream.subarray(from, starts[index + 1]?.at ?? stream.length))
}

function typeOf(unit: Buffer, codec: 'h264' | 'h265'): number {
  return codec === 'h264' ? unit.readUInt8(0) & 31 : (unit.readUInt8(0) >> 1) & 63
}

function isParameterSet(unit: Buffer, codec: 'h264' | 'h265'): boolean {
  return (codec === 'h264' ? [7, 8] : [32, 33, 34]).includes(typeOf(unit, codec))
}

function distinct(units: Buffer[]): Buffer[] {
  return units.filter((unit, index) => units.findIndex((other) => other.equals(unit)) === index)
}

/** Access units begin at their delimiter; delimiters and parameter sets do not travel in packets. */
function accessUnits(units: Buffer[], codec: 'h264' | 'h265') {
  const delimiter = codec === 'h264' ? 9 : 35
  const pictures: { keyframe: boolean; reference: boolean; parts: Buffer[] }[] = []
  for (const unit of units) {
    const type = typeOf(unit, codec)
    if (type === delimiter) pictures.push({ keyframe: false, reference: false, parts: [] })
    const picture = pictures.at(-1)
    if (picture === undefined || type === delimiter || isParameterSet(unit, codec)) continue
    if (codec === 'h264' ? type === 5 : type >= 16 && type <= 21) picture.keyframe = true
    if (codec === 'h264' && (unit.readUInt8(0) & 0x60) !== 0 && type <= 5) picture.reference = true
    const length = Buffer.alloc(4)
    length.writeUInt32BE(unit.length)
    picture.parts.push(length, unit)
  }
  return pictures.map(({ keyframe, reference, parts }) => ({
    keyframe,
    reference,
    data: Buffer.concat(parts),
  }))
}

/** B pictures are shown before the reference that precedes them in the stream. */
function shownInOrder(units: { keyframe: boolean; reference: boolean; data: Buffer }[], bFrames: number) {
  return units.map(({ keyframe, reference, data }, index) => {
    if (bFrames === 0) return { keyframe, data, shownAt: index }
    if (!reference) return { keyframe, data, shownAt: index - 1 }
    const next = units.findIndex((unit, other) => other > index && unit.reference)
    return { keyframe, data, shownAt: (next === -1 ? units.length : next) - 1 }
  })
}
