import { describe, expect, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { readSps } from './sequence-parameter-set.js'

/** Made with x264. */
const real = {
  baseline: '6742c01ed900a02ff97011000003000100000300320f162e48',
  pyramid: '67640028acd940780227e5c044000003000400000300c83c60c658',
  interlaced: '6764001eace402d0936022000003000200000300643e285490',
  chroma444: '67f4000a919b288f6022000003000200000300641e244b2c',
  hrd: '6764000dacd1016096c044000003000400000300c9808007a10001e84a4c30078a1489',
  cropped: '6764001eace40280bfa9b011000003000100000300320f162d12',
}

test.each([
  ['baseline', real.baseline, 640, 360, 0],
  ['full HD is cropped from 1088 lines, with B-frames upon B-frames', real.pyramid, 1920, 1080, 2],
  ['interlaced', real.interlaced, 720, 576, 0],
  ['4:4:4', real.chroma444, 64, 48, 2],
  ['with buffer descriptions', real.hrd, 352, 288, 1],
  ['an odd size', real.cropped, 638, 358, 1],
])('%s', (_name, hex, width, height, reorderDepth) => {
  expect(readSps(Buffer.from(hex, 'hex'))).toMatchObject({ id: 0, width, height, reorderDepth })
})

describe('damage', () => {
  test('what is cut short in the part that matters is no set', () => {
    expect(readSps(Buffer.from(real.pyramid.slice(0, 14), 'hex'))).toBeNull()
    expect(readSps(Buffer.from('68', 'hex'))).toBeNull()
    expect(readSps(Buffer.alloc(0))).toBeNull()
  })

  test('what is cut short behind the size still tells the size', () => {
    expect(readSps(Buffer.from(real.pyramid.slice(0, 32), 'hex'))).toMatchObject({
      width: 1920,
      reorderDepth: null,
    })
  })

  test('hostile bytes are read or refused, in bounded time', () => {
    const random = seeded(11)
    for (let round = 0; round < 1000; round++) {
      const bytes =
        round % 2 === 0 ? randomBytesOf(random, 60) : damaged(random, Buffer.from(real.hrd, 'hex'))
      bytes[0] = 0x67
      const set = readSps(bytes)
      if (set !== null) expect(set.width * set.height).toBeGreaterThan(0)
    }
  })
})
