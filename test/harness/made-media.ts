import { expect } from 'vitest'
import { runFfmpeg } from '../fakes/camera/index.js'

/** A test picture of 320 by 180, as ffmpeg makes a file of it. @param how its arguments for what is written */
export async function madeMedia(how: string, format: 'mp4' | 'mjpeg'): Promise<Buffer> {
  const more = format === 'mp4' ? '-pix_fmt yuv420p -movflags frag_keyframe+empty_moov' : ''
  const args = `-v error -f lavfi -i testsrc=size=320x180:rate=10 ${how} ${more} -f ${format} pipe:1`
  const { exitCode, stderr, stdout } = await runFfmpeg(args.split(/ +/))
  expect(exitCode, stderr).toBe(0)
  return stdout
}
