import { runFfmpeg } from '../ffmpeg.js'
import type { CodedPicture } from './annex-b.js'
import type { Picture } from './picture.js'

const START_CODE = Buffer.from([0, 0, 0, 1])

/** The first of these that a decoder shows, as JPEG: a keyframe, or what has been refreshed by pictures before it. */
export async function makeSnapshot(picture: Picture, pictures: readonly CodedPicture[]): Promise<Buffer> {
  const nalUnits = [...picture.parameterSets, ...pictures.flatMap((coded) => coded.nalUnits)]
  const input = nalUnits.flatMap((nal) => [START_CODE, nal])
  const format = picture.options.codec === 'h264' ? 'h264' : 'hevc'
  const args = ['-v', 'error', '-f', format, '-i', 'pipe:0', '-frames:v', '1', '-f', 'mjpeg', 'pipe:1']
  const result = await runFfmpeg(args, { input })
  if (result.stdout.length === 0) throw new Error(`ffmpeg made no snapshot: ${result.stderr.trim()}`)
  return result.stdout
}
