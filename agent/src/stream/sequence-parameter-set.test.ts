import { describe, expect, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { readHevcSps } from './hevc-sequence-parameter-set.js'
import { readSps } from './sequence-parameter-set.js'

/** Exp-Golomb codes and single bits, as bytes. */
function setOf(header: number[], ...parts: (number | string)[]): Buffer {
  const codeOf = (value: number) => {
    const binary = (value + 1).toString(2)
    return '0'.repeat(binary.length - 1) + binary
  }
  const bits = parts.map((part) => (typeof part === 'number' ? codeOf(part) : part)).join('')
  const bytes = bits.padEnd(bits.length + 64, '10101010').match(/.{8}/g) ?? []
  return Buffer.from([...header, ...bytes.map((byte) => Number.parseInt(byte, 2))])
}

/** Baseline, of a coded size in blocks of 16, cropped by pairs of pixels. */
const h264 = (blocks: [number, number], crop: [number, number]) =>
  setOf(
    [0x67, 66, 0xc0, 30],
    0,
    0,
    2,
    1,
    '0',
    blocks[0] - 1,
    blocks[1] - 1,
    '1',
    '1',
    '1',
    0,
    crop[0],
    0,
    crop[1],
    '0',
  )
const h265 = (size: [number, number], crop: [number, number]) =>
  setOf(
    [0x42, 1],
    '0000',
    '000',
    '1',
    '0'.repeat(96),
    0,
    1,
    size[0],
    size[1],
    '1',
    0,
    crop[0],
    0,
    crop[1],
    0,
    0,
    4,
    '1',
    0,
    0,
    0,
  )

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

describe('a size that no camera has', () => {
  test('is none, also where nearly all of it is cut away', () => {
    expect(readSps(h264([40, 30], [0, 0]))).toMatchObject({ width: 640, height: 480 })
    expect(readSps(h264([1000, 1000], [7680, 7760]))).toBeNull()
    expect(readSps(h264([1000, 1000], [0, 0]))).toBeNull()
    expect(readHevcSps(h265([640, 480], [0, 0]))).toMatchObject({ width: 640, height: 480 })
    expect(readHevcSps(h265([16_000, 16_000], [7680, 7760]))).toBeNull()
    expect(readHevcSps(h265([16_000, 16_000], [0, 0]))).toBeNull()
  })
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
