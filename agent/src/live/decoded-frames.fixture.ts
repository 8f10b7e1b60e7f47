import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { LiveFormat, MediaFrame } from '@sightline/protocol'
import { type EncodedVideo, ffmpegForTests } from '#testing/encode-video.js'
import { unitsOf } from '../streams/encoded-camera.fixture.js'

const startCode = Buffer.from([0, 0, 0, 1])

/** A hash of each picture that ffmpeg makes of frames, in the order in which they are shown. */
export function hashesOfFrames(format: LiveFormat, frames: readonly MediaFrame[]): Promise<string[]> {
  const description = Buffer.from(format.description ?? '', 'base64')
  const isHevc = format.codec.startsWith('hvc1')
  const sets = isHevc ? setsOfHvcC(description) : setsOfAvcC(description)
  return decoded(
    isHevc ? 'hevc' : 'h264',
    sets,
    frames.map(({ data }) => Buffer.from(data)),
  )
}

/** A hash of each picture of the video. */
export function hashesOfVideo({ format, pictures }: EncodedVideo): Promise<string[]> {
  const sets = format.parameterSets.map((set) => Buffer.from(set))
  return decoded(
    format.codec === 'h264' ? 'h264' : 'hevc',
    sets,
    pictures.map(({ data }) => data),
  )
}

/** Whether `part` is a stretch of `whole`, which is played over and over. */
export function isStretchOf(part: readonly string[], whole: readonly string[]): boolean {
  return (
    part.length > 0 &&
    whole.some((_, from) => part.every((hash, index) => hash === whole[(from + index) % whole.length]))
  )
}

function setsOfAvcC(box: Buffer): Buffer[] {
  const sets: Buffer[] = []
  let at = 6
  const take = (count: number) => {
    for (let index = 0; index < count; index++) {
      const length = box.readUInt16BE(at)
      sets.push(box.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  take(box.readUInt8(5) & 0x1f)
  const pictureSets = box.readUInt8(at)
  at += 1
  take(pictureSets)
  return sets
}

function setsOfHvcC(box: Buffer): Buffer[] {
  const sets: Buffer[] = []
  let at = 23
  for (let array = 0; array < box.readUInt8(22); array++) {
    const count = box.readUInt16BE(at + 1)
    at += 3
    for (let index = 0; index < count; index++) {
      const length = box.readUInt16BE(at)
      sets.push(box.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return sets
}

async function decoded(
  format: 'h264' | 'hevc',
  sets: readonly Buffer[],
  pictures: readonly Buffer[],
): Promise<string[]> {
  const units = [...sets, ...pictures.flatMap(unitsOf)]
  const { path } = await ffmpegForTests()
  const args = [
    '-v',
    'error',
    '-f',
    format,
    '-i',
    'pipe:0',
    '-fps_mode',
    'passthrough',
    '-f',
    'framemd5',
    '-',
  ]
  const running = promisify(execFile)(path, args)
  running.child.stdin?.end(Buffer.concat(units.flatMap((unit) => [startCode, unit])))
  const { stdout } = await running
  return stdout
    .split('\n')
    .flatMap((line) => (/^\d/.test(line) ? [line.split(',').at(-1)?.trim() ?? ''] : []))
}
