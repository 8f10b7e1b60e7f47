import { expect, test } from 'vitest'
import { runFfmpeg } from '../ffmpeg.js'
import { startCamera } from '../index.js'
import type { CameraOptions } from '../options.js'
import { framesMissing } from '../picture/frame-mark.js'
import { TEST_PICTURE } from '../picture/picture.js'
import { readFrameMarks } from '../picture/read-frame-marks.js'

const small = { ...TEST_PICTURE, width: 320, height: 180, loopSec: 4 }
const address = (url: string) => url.replace('rtsp://', 'rtsp://admin:fake%3AC%40m%2F3ra%3F@')

test.concurrent.each<[string, CameraOptions]>([
  ['H.265', { picture: { ...small, codec: 'h265' } }],
  [
    'H.265 with B-frames, parameter sets in the stream only',
    {
      picture: { ...small, codec: 'h265', bFrames: 2 },
      parameterSets: 'in-band-only',
    },
  ],
  ['H.264 with B-frames', { picture: { ...small, bFrames: 2 } }],
])('ffmpeg reads %s, every frame in its order', async (_name, options) => {
  await using camera = await startCamera({ ...options, onvif: false })
  const { marks, warnings } = await readFrameMarks([
    '-rtsp_transport',
    'tcp',
    '-i',
    address(camera.rtspUrl()),
    '-frames:v',
    '20',
  ])
  const read = marks.flatMap((mark) => mark ?? [])
  expect(warnings.split('\n').filter((line) => line !== '' && !/deprecated/.test(line))).toEqual([])
  expect(read).toHaveLength(20)
  expect(framesMissing(read, camera.picture.loopFrames).every((missing) => missing === 0)).toBe(true)
})

test.concurrent.each(['tone', 'tone-pcmu', 'tone-aac'] as const)('ffmpeg hears %s', async (audio) => {
  await using camera = await startCamera({ picture: small, audio, onvif: false })
  const args = [
    '-v',
    'error',
    '-rtsp_transport',
    'tcp',
    '-i',
    address(camera.rtspUrl()),
    '-map',
    '0:a',
    '-t',
    '0.5',
  ]
  const { stdout } = await runFfmpeg([...args, '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1'])
  const samples = Array.from({ length: stdout.length / 2 }, (_, at) => Math.abs(stdout.readInt16LE(at * 2)))
  expect(samples.length).toBeGreaterThan(3000)
  expect(samples.reduce((sum, sample) => sum + sample, 0) / samples.length).toBeGreaterThan(2000)
})
