import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFfmpeg } from '#cloud/platform/ffmpeg/find-ffmpeg.js'
import { runProgram } from '#cloud/platform/ffmpeg/run-program.js'
import { systemClock } from '#cloud/platform/time/clock.js'

/** What tests know of the machine. */
export const places = { ffmpegPath: null, programPath: process.env['PATH'] ?? null } as const

export interface ClipPlan {
  readonly seconds?: number
  /** Pictures a second. */
  readonly rate?: number
  /** Pictures from keyframe to keyframe. */
  readonly group?: number
  readonly size?: string
  /** Between these seconds the picture is noise, and else at rest. */
  readonly noisy?: readonly [from: number, to: number]
  readonly bFrames?: number
  /** The encoder; H.264 unless said otherwise. */
  readonly codec?: 'libx264' | 'mpeg4'
  /** With a tone, as cameras with a microphone record. */
  readonly sound?: boolean
}

/** A real clip, index first. */
export async function makeClip(plan: ClipPlan = {}): Promise<Buffer> {
  const { seconds = 4, rate = 10, group = 10, size = '320x180', noisy, bFrames = 0 } = plan
  const { codec = 'libx264', sound = false } = plan
  const still = `color=c=gray:s=${size}:r=${rate}:d=${seconds}`
  const busy = noisy ? `,noise=alls=60:allf=t:enable='between(t,${noisy[0]},${noisy[1]})'` : ''
  return encode([
    '-f',
    'lavfi',
    '-i',
    still + busy,
    ...(sound ? `-f lavfi -i sine=d=${seconds} -c:a aac`.split(' ') : []),
    ...(codec === 'libx264' ? ['-preset', 'ultrafast', '-sc_threshold', '0'] : []),
    ...`-c:v ${codec} -g ${group} -keyint_min ${group} -bf ${bFrames}`.split(' '),
    ...'-pix_fmt yuv420p -movflags +faststart -f mp4'.split(' '),
  ])
}

/** A real JPEG. */
export const makeJpeg = (size: string): Promise<Buffer> =>
  encode(['-f', 'lavfi', '-i', `testsrc2=s=${size}`, '-frames:v', '1', '-f', 'mjpeg'])

async function encode(options: readonly string[]): Promise<Buffer> {
  const { found } = await findFfmpeg(places, systemClock)
  if (!found) throw new Error('the tests of pictures need an ffmpeg')
  const folder = await mkdtemp(path.join(tmpdir(), 'clip-'))
  try {
    const end = await runProgram({
      file: found.path,
      args: ['-nostdin', '-loglevel', 'error', ...options, 'file:out'],
      cwd: folder,
      env: { PATH: places.programPath ?? '' },
      clock: systemClock,
      deadlineMs: 60_000,
      mostBytes: 1024,
    })
    if (end.kind !== 'exited' || end.code !== 0)
      throw new Error(`ffmpeg made no clip: ${JSON.stringify(end)}`)
    return await readFile(path.join(folder, 'out'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
