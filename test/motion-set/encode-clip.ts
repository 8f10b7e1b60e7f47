import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Packet, StreamRun } from '@sightline/agent/testing'
import { repositoryRoot, runFfmpeg } from '../fakes/camera/ffmpeg.js'
import { parseElementaryStream } from '../fakes/camera/picture/annex-b.js'
import { clipHeight, clipWidth } from './canvas.js'
import type { ClipPlan, Encoding } from './clip-plan.js'
import { type DrawnClip, drawClip } from './draw-clip.js'

/** Raise when scenes or encoder options change, so that no old clip is taken for a new one. */
const cacheVersion = 1

/** An encoded clip as a camera sends it. */
export interface Clip {
  readonly movement: DrawnClip['movement']
  /** In decoding order, as packets of one run that begins at `startedAtMs`. */
  packets(startedAtMs: number): Packet[]
}

/** Draws and encodes a clip, or takes it from the cache. */
export async function loadClip(plan: ClipPlan): Promise<Clip> {
  const drawn = drawClip(plan)
  const { bytes, times } = (await fromCache(plan)) ?? (await encode(plan, drawn))
  const { parameterSets, pictures } = parseElementaryStream(bytes, 'h264')
  if (pictures.length !== times.length) throw new Error(`${pictures.length} pictures, ${times.length} times`)
  // A decoding time may not be negative, nor later than its picture: shifted alike for all.
  const shift = -Math.min(0, ...times.map(({ dts }) => dts))
  return {
    movement: drawn.movement,
    packets(startedAtMs) {
      const run: StreamRun = {
        id: 1,
        startedAtMs: startedAtMs - (shift / drawn.fps) * 1000,
        video: { codec: 'h264', width: clipWidth, height: clipHeight, parameterSets },
        audio: null,
      }
      const us = (frames: number) => Math.round(((frames + shift) * 1_000_000) / drawn.fps)
      return pictures.map(({ nalUnits, keyframe }, index) => {
        const { pts, dts } = times[index] ?? { pts: 0, dts: 0 }
        return { run, track: 'video', ptsUs: us(pts), dtsUs: us(dts), keyframe, data: withLengths(nalUnits) }
      })
    },
  }
}

interface Encoded {
  readonly bytes: Buffer
  /** In frames, in decoding order. */
  readonly times: readonly { readonly pts: number; readonly dts: number }[]
}

async function fromCache(plan: ClipPlan): Promise<Encoded | null> {
  const file = await cacheFile(plan)
  try {
    return { bytes: await readFile(file), times: readTimes(await readFile(`${file}.times`, 'utf8')) }
  } catch {
    return null
  }
}

async function encode(plan: ClipPlan, drawn: DrawnClip): Promise<Encoded> {
  const file = await cacheFile(plan)
  const [video, times] = [`${file}.${randomUUID()}.part`, `${file}.${randomUUID()}.part`]
  const size = `${clipWidth}x${clipHeight}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', size, '-r', `${drawn.fps}`, '-i', 'pipe:0']
  const outputs = ['-map', '0:v', '-f', 'tee', `[f=h264]${video}|[f=framecrc]${times}`]
  try {
    const args = ['-v', 'error', '-y', ...input, ...encoderOptions(plan.encoding, drawn.fps), ...outputs]
    const { exitCode, stderr } = await runFfmpeg(args, { input: drawn.pictures() })
    if (exitCode !== 0) throw new Error(`ffmpeg could not encode the clip: ${stderr.trim()}`)
    await rename(times, `${file}.times`)
    await rename(video, file)
    return { bytes: await readFile(file), times: readTimes(await readFile(`${file}.times`, 'utf8')) }
  } finally {
    await Promise.all([video, times].map((part) => rm(part, { force: true })))
  }
}

function encoderOptions({ rate, gopSec, bFrames, isNight }: Encoding, fps: number): string[] {
  const kbps = isNight ? '900k' : '500k'
  // A camera's encoder knows no future: zerolatency takes x264's look ahead away.
  const quality =
    rate === 'crf'
      ? ['-crf', isNight ? '29' : '26']
      : ['-b:v', kbps, '-maxrate', kbps, '-bufsize', kbps, '-tune', 'zerolatency']
  const gop = ['-g', `${gopSec * fps}`, '-keyint_min', `${gopSec * fps}`, '-sc_threshold', '0']
  const shape = ['-bf', `${bFrames}`, '-b_strategy', '0', '-flags', '+cgop']
  // Sliced threads and a tuning of their own would make several slices a picture: one thread, one slice.
  return ['-c:v', 'libx264', '-preset', 'superfast', '-threads', '1', ...quality, ...gop, ...shape]
}

/** The lines of ffmpeg's framecrc: stream, dts, pts, duration, size, checksum. */
function readTimes(text: string): Encoded['times'] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, dts = 0, pts = 0] = line.split(',').map(Number)
      return { pts, dts }
    })
}

function withLengths(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(unit.length)
      return [length, unit]
    }),
  )
}

async function cacheFile(plan: ClipPlan): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([cacheVersion, plan]))
    .digest('hex')
    .slice(0, 16)
  for (const parent of [path.join(repositoryRoot(), '.cache'), os.tmpdir()]) {
    const folder = path.join(parent, 'motion-set')
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, '.probe'), '')
      return path.join(folder, `${plan.kind}-${hash}.h264`)
    } catch {
      // A checkout of another user is read only: the next one takes it.
    }
  }
  throw new Error('there is no folder to keep encoded clips in')
}
