import { describe, expect, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { hevcSets } from './hevc-pictures.fixture.js'
import { readHevcSps } from './hevc-sequence-parameter-set.js'

/** Made with x265. */
const real = {
  plain: hevcSets.sps.toString('hex'),
  fullHd: hevcSets.largeSps.toString('hex'),
  cropped422: '4201010408000003009d0800000300003fb005020171d45b65ba4a4c2f016808000003000800000300c840',
  layers: '42010401600000030090000003000003003c0000a00a080f1659594aca5654a4c2f0168080000003008000000c84',
  chroma444: '4201010408000003009e0800000300001e90041020b2dd25261780b4040000030004000003006420',
}

test.each([
  ['without B-frames', real.plain, 640, 360, 0, 1],
  ['full HD is cropped from 1088 lines, with B-frames upon B-frames', real.fullHd, 1920, 1080, 2, 1],
  ['4:2:2 in ten bits, an odd size', real.cropped422, 638, 358, 0, 1],
  ['temporal layers', real.layers, 320, 240, 2, 3],
  ['4:4:4', real.chroma444, 64, 64, 0, 1],
])('%s', (_name, hex, width, height, reorderDepth, temporalLayers) => {
  const set = readHevcSps(Buffer.from(hex, 'hex'))
  expect(set).toMatchObject({ id: 0, width, height, reorderDepth, temporalLayers })
})

describe('damage', () => {
  test('what is cut short is no set', () => {
    for (const bytes of [0, 1, 2, 10, 14, 20]) {
      expect(readHevcSps(Buffer.from(real.fullHd, 'hex').subarray(0, bytes))).toBeNull()
    }
  })

  test('a set of another layer, or of H.264, is none', () => {
    const other = Buffer.from(real.plain, 'hex')
    other[1] = 9
    expect(readHevcSps(other)).toBeNull()
    expect(readHevcSps(Buffer.from('6742c01ed900a02ff97011000003000100000300320f162e48', 'hex'))).toBeNull()
  })

  test('hostile bytes are read or refused, in bounded time', () => {
    const random = seeded(12)
    for (let round = 0; round < 1000; round++) {
      const bytes =
        round % 2 === 0 ? randomBytesOf(random, 60) : damaged(random, Buffer.from(real.layers, 'hex'))
      bytes[0] = 0x42
      bytes[1] = 1
      const set = readHevcSps(bytes)
      if (set === null) continue
      expect(set.width * set.height).toBeGreaterThan(0)
      expect(set.reorderDepth).toBeLessThanOrEqual(16)
    }
  })
})
