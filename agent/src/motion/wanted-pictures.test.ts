import { expect, it } from 'vitest'
import type { Packet } from '../stream/packet.js'
import { decodeArguments } from './decode-command.js'
import { decodable, wantedPictures } from './wanted-pictures.js'

function packets(
  codec: 'h264' | 'h265',
  ...shown: readonly [ms: number, keyframe: boolean, type?: number][]
) {
  const run = {
    id: 1,
    startedAtMs: 0,
    video: { codec, width: 640, height: 360, parameterSets: [] },
    audio: null,
  }
  return shown.map(
    ([ms, keyframe, type = 1]): Packet => ({
      run,
      track: 'video',
      ptsUs: ms * 1000,
      dtsUs: 0,
      keyframe,
      data: Uint8Array.from([0, 0, 0, 2, type << 1, 1]),
    }),
  )
}

it('wants the newest pictures, so far apart, and keyframes, numbered as they are shown', () => {
  // In decoding order: two B-frames behind the picture that they refer to.
  const given = packets(
    'h264',
    [0, true],
    [300, false],
    [100, false],
    [200, false],
    [600, false],
    [400, false],
  )
  const wanted = wantedPictures(given, { fromPtsUs: 150_000, untilPtsUs: 600_000, everyUs: 190_000 })
  expect(wanted.map(({ index, ptsUs, keyframe }) => [index, ptsUs / 1000, keyframe])).toEqual([
    [0, 0, true],
    [2, 200, false],
    [4, 400, false],
    [5, 600, false],
  ])
})

it('leaves out pictures of H.265 that no decoder shows which begins there', () => {
  const given = packets(
    'h265',
    [0, true, 21],
    [200, false],
    [100, false, 8],
    [300, true, 21],
    [250, false, 9],
  )
  expect(decodable(given).map(({ ptsUs }) => ptsUs / 1000)).toEqual([0, 200, 300, 250])
  const h264 = packets('h264', [0, true], [100, false, 8])
  expect(decodable(h264)).toHaveLength(2)
})

it.each([
  ['7.0.2-static', '-fps_mode'],
  ['n6.1-3-g466799d4f5', '-fps_mode'],
  ['5.1.9-0+deb12u1', '-fps_mode'],
  ['N-112233-gabcdef', '-fps_mode'],
  ['4.3.6-0+deb11u1', '-vsync'],
  ['5.0', '-vsync'],
])('asks ffmpeg %s for every picture once by %s', (version, option) => {
  expect(decodeArguments({ codec: 'h264', version, wanted: null, keyframesOnly: true })).toContain(option)
})

it('lets a decoder read its standard input and nothing else', () => {
  const line = decodeArguments({ codec: 'h265', version: '7.0', wanted: [3, 9], keyframesOnly: false })
  expect(line.join(' ')).toContain('-protocol_whitelist pipe -max_pixels 40000000')
  expect(line).toEqual(expect.arrayContaining(['-nostdin', '-f', 'hevc', '-i', 'pipe:0', 'pipe:1']))
  expect(line.find((word) => word.startsWith('select='))).toMatch(
    /^select=eq\(n\\,3\)\+eq\(n\\,9\),scale=160:90/,
  )
})
