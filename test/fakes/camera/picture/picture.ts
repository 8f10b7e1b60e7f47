import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot, runFfmpeg } from '../ffmpeg.js'
import { type CodedPicture, parseElementaryStream, type VideoCodec } from './annex-b.js'
import { Scene } from './scene.js'

/** Raise when scene, mark or encoder options change, so that an old cache is not taken for the new one. */
const CACHE_VERSION = 2

export interface PictureOptions {
  readonly codec: VideoCodec
  /** B-frames between two others: pictures that are shown before one that is sent before them. */
  readonly bFrames: number
  /** Pixels; even. */
  readonly width: number
  /** Pixels; even. */
  readonly height: number
  readonly fps: number
  /** Seconds between keyframes. */
  readonly gopSec: number
  /** Seconds after which counter and picture repeat. */
  readonly loopSec: number
  /** Kilobits per second, held by the encoder's rate control; null: constant quality, a few hundred. */
  readonly bitrateKbps: number | null
  /**
   * In the moving version: seconds after each keyframe in which the figure is not there yet, so that a movement begins
   * between two keyframes.
   */
  readonly stillSec: number
  /** Strength of a moving film grain, 0 to 100: what makes a still scene cost bits. */
  readonly grain: number
  /**
   * H.264 that is refreshed bit by bit, without a single IDR picture: `gopSec` lies between recovery points. Where rest
   * and movement change, what differs stays in the picture until it has been refreshed.
   */
  readonly intraRefresh: boolean
}

export const TEST_PICTURE: PictureOptions = {
  codec: 'h264',
  bFrames: 0,
  width: 640,
  height: 360,
  fps: 15,
  gopSec: 1,
  loopSec: 40,
  bitrateKbps: null,
  stillSec: 0,
  grain: 0,
  intraRefresh: false,
}
export const SUB_PICTURE: PictureOptions = { ...TEST_PICTURE, width: 320, height: 180 }
export const DEMO_PICTURE: PictureOptions = {
  ...TEST_PICTURE,
  width: 1280,
  height: 720,
  fps: 25,
  loopSec: 20,
}
export const BENCH_PICTURE: PictureOptions = {
  ...DEMO_PICTURE,
  width: 1920,
  height: 1080,
  loopSec: 10,
  bitrateKbps: 4000,
  grain: 14,
}

/** The same size at constant quality and without grain: what does not move costs almost nothing. */
export const QUIET_PICTURE: PictureOptions = { ...BENCH_PICTURE, bitrateKbps: null, grain: 0 }

/** An encoded scene in two versions of equal length and equal counters: at rest and moving. */
export interface Picture {
  readonly options: PictureOptions
  /** SPS and PPS, of H.265 a VPS before them. */
  readonly parameterSets: readonly Buffer[]
  readonly gopFrames: number
  /** The counter in the pixels is the frame number modulo this. */
  readonly loopFrames: number
  readonly resting: readonly CodedPicture[]
  readonly moving: readonly CodedPicture[]
}

function layout(options: PictureOptions): { gopFrames: number; loopFrames: number } {
  const gopFrames = Math.max(1, Math.round(options.fps * options.gopSec))
  // An even number of GOPs: idr_pic_id alternates, and two neighbouring IDR pictures must differ in it
  // wherever the loop wraps or changes its version.
  const multiple = options.intraRefresh ? largestFrameNum(gopFrames) : 2
  const gops = multiple * Math.max(1, Math.ceil((options.loopSec * options.fps) / gopFrames / multiple))
  return { gopFrames, loopFrames: gops * gopFrames }
}

/**
 * What frame_num is counted modulo where it goes on over the whole loop, or a divisor of that: the encoder takes the
 * smallest power of two, from 16 on, that tells the pictures of a refresh apart.
 */
function largestFrameNum(gopFrames: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(gopFrames + 1)))
}

/** Whether the moving version shows the figure in the frame with this counter. */
export function isFigureThere(options: PictureOptions, counter: number): boolean {
  return counter % layout(options).gopFrames >= options.stillSec * options.fps
}

/** What the encoder begins with, an IDR picture and more, and no client is ever sent. */
function leadInFrames(options: PictureOptions): number {
  return options.intraRefresh ? layout(options).gopFrames : 0
}

function* drawAll(options: PictureOptions, loopFrames: number): Iterable<Uint8Array> {
  const { width, height, fps } = options
  const scene = new Scene(width, height)
  const leadIn = leadInFrames(options)
  for (let counter = loopFrames - leadIn; counter < loopFrames; counter++) {
    yield scene.draw({ counter, moving: false }, fps, false)
  }
  for (const moving of [false, true]) {
    for (let counter = 0; counter < loopFrames; counter++) {
      const showsFigure = moving && isFigureThere(options, counter)
      yield scene.draw({ counter, moving }, fps, showsFigure)
    }
  }
}

function encoderArguments(options: PictureOptions, gopFrames: number, target: string): string[] {
  const { width, height, fps, bitrateKbps, grain, codec, bFrames, intraRefresh } = options
  if (intraRefresh && (codec !== 'h264' || bFrames > 0)) {
    throw new Error('pictures are refreshed bit by bit in H.264 without B-frames')
  }
  const rate =
    bitrateKbps === null
      ? ['-crf', '24']
      : ['-b:v', `${bitrateKbps}k`, '-maxrate', `${bitrateKbps}k`, '-bufsize', `${bitrateKbps}k`]
  const raw = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${width}x${height}`,
    '-r',
    `${fps}`,
    '-i',
    'pipe:0',
  ]
  const noise = grain > 0 ? ['-vf', `noise=alls=${grain}:allf=t`] : []
  const coded = options.codec === 'h264' ? x264(options, gopFrames) : x265(options, gopFrames)
  const format = ['-f', options.codec === 'h264' ? 'h264' : 'hevc', target]
  return ['-v', 'error', '-y', ...raw, ...noise, ...coded, ...rate, ...format]
}

function x264({ bFrames, intraRefresh }: PictureOptions, gopFrames: number): string[] {
  const gop = ['-g', `${gopFrames}`, '-keyint_min', `${gopFrames}`, '-sc_threshold', '0', '-flags', '+cgop']
  const order = bFrames === 0 ? [] : ['-b_strategy', '0', '-x264-params', 'b-pyramid=none']
  const coder = ['-c:v', 'libx264', '-preset', 'superfast', '-profile:v', 'main']
  const refresh = intraRefresh ? ['-x264-params', 'intra-refresh=1'] : []
  return [...coder, '-bf', `${bFrames}`, ...order, ...refresh, ...gop]
}

function x265({ bFrames }: PictureOptions, gopFrames: number): string[] {
  const gop = `keyint=${gopFrames}:min-keyint=${gopFrames}:scenecut=0:open-gop=0`
  const order = `bframes=${bFrames}:b-adapt=0:b-pyramid=0`
  const coder = ['-c:v', 'libx265', '-preset', 'ultrafast']
  return [...coder, '-x265-params', `${gop}:${order}:log-level=none`]
}

async function encode(options: PictureOptions, file: string): Promise<void> {
  const { gopFrames, loopFrames } = layout(options)
  const unfinished = `${file}.${randomUUID()}.part`
  try {
    const args = encoderArguments(options, gopFrames, unfinished)
    const result = await runFfmpeg(args, { input: drawAll(options, loopFrames) })
    if (result.exitCode !== 0) throw new Error(`ffmpeg could not encode the picture: ${result.stderr.trim()}`)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Where encoded pictures and sounds are kept. */
export async function cacheFolder(): Promise<string> {
  const inRepository = join(repositoryRoot(), '.cache', 'fake-camera')
  const candidates = [inRepository, join(tmpdir(), `sightline-fake-camera-${process.getuid?.() ?? 0}`)]
  for (const folder of candidates) {
    try {
      await mkdir(folder, { recursive: true })
      const probe = join(folder, `.${randomUUID()}`)
      await mkdir(probe)
      await rm(probe, { recursive: true })
      return folder
    } catch {
      // A checkout of another user is read only: the next candidate takes it.
    }
  }
  throw new Error(`no folder to keep encoded pictures in: ${candidates.join(', ')}`)
}

async function load(options: PictureOptions): Promise<Picture> {
  const { gopFrames, loopFrames } = layout(options)
  const hash = createHash('sha256')
    .update(JSON.stringify([CACHE_VERSION, distinctive(options)]))
    .digest('hex')
    .slice(0, 16)
  const file = join(await cacheFolder(), `${options.width}x${options.height}-${hash}.${options.codec}`)
  const cached = await readFile(file).catch(() => null)
  if (cached === null) await encode(options, file)
  const stream = cached ?? (await readFile(file))
  const { parameterSets, pictures: encoded } = parseElementaryStream(stream, options.codec)
  const pictures = encoded.slice(leadInFrames(options))
  if (pictures.length !== 2 * loopFrames) {
    throw new Error(`${file} holds ${pictures.length} pictures instead of ${2 * loopFrames}: remove it`)
  }
  const resting = pictures.slice(0, loopFrames)
  return { options, parameterSets, gopFrames, loopFrames, resting, moving: pictures.slice(loopFrames) }
}

/** Pictures that differ in nothing newer are named as they were before there were others. */
function distinctive({ codec, bFrames, stillSec, intraRefresh, ...rest }: PictureOptions): object {
  return {
    ...rest,
    ...(codec === 'h264' ? {} : { codec }),
    ...(bFrames === 0 ? {} : { bFrames }),
    ...(stillSec === 0 ? {} : { stillSec }),
    ...(intraRefresh ? { intraRefresh } : {}),
  }
}

const loading = new Map<string, Promise<Picture>>()

/** The encoded picture: from memory, from the cache folder, or encoded now by ffmpeg (seconds). */
export function loadPicture(options: PictureOptions): Promise<Picture> {
  const key = JSON.stringify(options)
  const known = loading.get(key)
  if (known !== undefined) return known
  const started = load(options)
  loading.set(key, started)
  started.catch(() => loading.delete(key))
  return started
}
