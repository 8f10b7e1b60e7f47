import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { ffmpegForTests } from '#testing/encode-video.js'
import { inPieces, randomBytesOf, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { mpeg1Size, type TransportPicture, TransportPictures } from './transport-pictures.js'

let stream: Buffer
beforeAll(async () => {
  const { path } = await ffmpegForTests()
  const input = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=25:duration=2']
  const output = ['-c:v', 'mpeg1video', '-g', '12', '-bf', '0', '-f', 'mpegts', '-']
  const { stdout } = await promisify(execFile)(path, [...input, ...output], { encoding: 'buffer' })
  stream = stdout
})

const cut = (pieces: readonly Buffer[]): TransportPicture[] => {
  const pictures = new TransportPictures()
  return pieces.flatMap((piece) => pictures.take(piece))
}

it('cuts a stream into its pictures, whatever the pieces it comes in', () => {
  const whole = cut([stream])
  expect(whole).toHaveLength(49)
  expect(whole.filter(({ keyframe }) => keyframe)).toHaveLength(5)
  expect(whole[0]?.keyframe).toBe(true)
  expect(mpeg1Size(whole[0]?.data ?? Buffer.alloc(0))).toEqual({ width: 320, height: 240 })
  const random = seeded(3)
  expect(cut(inPieces(random, stream, 500))).toEqual(whole)
})

it('gives whoever begins with a keyframe all that a decoder needs', async () => {
  const pictures = cut([stream])
  const from = pictures.findLastIndex(({ keyframe }) => keyframe)
  const { path } = await ffmpegForTests()
  const args = ['-v', 'error', '-f', 'mpegts', '-i', 'pipe:0', '-f', 'framemd5', '-']
  const running = promisify(execFile)(path, args)
  running.child.stdin?.end(Buffer.concat(pictures.slice(from).map(({ data }) => data)))
  const { stdout, stderr } = await running
  expect(stderr).toBe('')
  expect(stdout.split('\n').filter((line) => /^\d/.test(line))).toHaveLength(pictures.length - from)
})

it('gets over what is no transport stream', () => {
  const noise = Buffer.from(randomBytesOf(seeded(5), 5000).map((byte) => (byte === 0x47 ? 0 : byte)))
  expect(cut([Buffer.concat([noise, stream])])).toHaveLength(49)
  expect(cut([noise])).toEqual([])
  expect(mpeg1Size(noise.subarray(0, 3))).toBeNull()
})
