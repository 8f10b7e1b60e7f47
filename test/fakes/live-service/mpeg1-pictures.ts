import { type TransportPicture, TransportPictures } from '@sightline/agent/testing'
import { runFfmpeg } from '../camera/index.js'
import type { Picture } from '../camera/picture/picture.js'

const startCode = Buffer.from([0, 0, 0, 1])

/** The moving pictures of a fake camera as a gateway transcodes them, by their counters. They come 25 times a second. */
export async function mpeg1Pictures(picture: Picture): Promise<readonly TransportPicture[]> {
  const { moving, parameterSets, loopFrames } = picture
  // What is whole is known by what follows it.
  const nals = [...moving, ...moving.slice(0, 2)].flatMap(({ nalUnits }) => nalUnits)
  const input = [...parameterSets, ...nals].map((nal) => Buffer.concat([startCode, nal]))
  const args =
    '-v error -r 25 -f h264 -i pipe:0 -fps_mode passthrough -c:v mpeg1video -b:v 2000k -bf 0 -g 12 -muxdelay 0 -f mpegts pipe:1'
  const { exitCode, stderr, stdout } = await runFfmpeg(args.split(' '), { input })
  if (exitCode !== 0) throw new Error(`ffmpeg made no MPEG-1: ${stderr}`)
  const pictures = new TransportPictures().take(stdout)
  if (pictures.length < loopFrames)
    throw new Error(`${pictures.length} pictures, and should be ${loopFrames}`)
  return pictures.slice(0, loopFrames)
}
