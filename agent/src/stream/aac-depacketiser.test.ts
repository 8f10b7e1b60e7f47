import { beforeEach, describe, expect, test } from 'vitest'
import { damaged, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { readAacConfig } from './aac-config.js'
import { AacDepacketiser } from './aac-depacketiser.js'

let units: { hex: string; timestamp: number; index: number }[]
let depacketiser: AacDepacketiser

beforeEach(() => {
  units = []
  depacketiser = new AacDepacketiser(null, {
    unit: (data, timestamp, index) =>
      units.push({ hex: Buffer.from(data).toString('hex'), timestamp, index }),
  })
})

/** A payload with AU headers of 13 and 3 bits. */
function payload(sizes: readonly number[], data: Buffer, steps: readonly number[] = []): Buffer {
  const head = Buffer.alloc(2 + 2 * sizes.length)
  head.writeUInt16BE(16 * sizes.length)
  for (const [index, size] of sizes.entries())
    head.writeUInt16BE((size << 3) | (steps[index] ?? 0), 2 + 2 * index)
  return Buffer.concat([head, data])
}

function push(bytes: Buffer, timestamp: number): void {
  depacketiser.push(Buffer.concat([Buffer.alloc(3, 9), bytes]), 3, 3 + bytes.length, timestamp)
}

const one = Buffer.from('010203', 'hex')
const two = Buffer.from('aabbccdd', 'hex')

describe('access units', () => {
  test('one in a payload', () => {
    push(payload([3], one), 7)
    expect(units).toEqual([{ hex: '010203', timestamp: 7, index: 0 }])
  })

  test('several in a payload', () => {
    push(payload([3, 4, 3], Buffer.concat([one, two, one])), 7)
    expect(units.map(({ hex, index }) => [hex, index])).toEqual([
      ['010203', 0],
      ['aabbccdd', 1],
      ['010203', 2],
    ])
  })

  test('one left out among several keeps its place', () => {
    push(payload([3, 4], Buffer.concat([one, two]), [0, 1]), 7)
    expect(units.map(({ index }) => index)).toEqual([0, 2])
  })

  test('one in several payloads', () => {
    const large = Buffer.alloc(3000, 0x21)
    for (const [from, to] of [
      [0, 1400],
      [1400, 2800],
      [2800, 3000],
    ])
      push(payload([3000], large.subarray(from, to)), 9)
    expect(units).toEqual([{ hex: large.toString('hex'), timestamp: 9, index: 0 }])
  })

  test('one of which a piece is lost is left out, and the next is whole', () => {
    const large = Buffer.alloc(3000, 0x21)
    push(payload([3000], large.subarray(0, 1400)), 9)
    depacketiser.lost()
    push(payload([3000], large.subarray(2800)), 9)
    push(payload([3], one), 10)
    expect(units).toEqual([{ hex: '010203', timestamp: 10, index: 0 }])
  })

  test('with headers of another shape', () => {
    depacketiser = new AacDepacketiser(
      { sizeLength: 6, indexLength: 2, indexDeltaLength: 2 },
      {
        unit: (data, timestamp, index) =>
          units.push({ hex: Buffer.from(data).toString('hex'), timestamp, index }),
      },
    )
    push(Buffer.concat([Buffer.from([0, 16, 3 << 2, 4 << 2]), one, two]), 1)
    expect(units.map(({ hex }) => hex)).toEqual(['010203', 'aabbccdd'])
  })

  test('without the ADTS header that a camera leaves in front of them', () => {
    const adts = Buffer.from('fff16040015ffc010203', 'hex')
    push(payload([10], adts), 1)
    expect(units.map(({ hex }) => hex)).toEqual(['010203'])
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a byte', Buffer.from([0])],
  ['headers longer than the payload', Buffer.from([0xff, 0xff, 1, 2, 3])],
  ['headers of no bits', Buffer.from([0, 0, 1, 2, 3])],
  ['a size beyond the second unit', payload([3, 900], Buffer.concat([one, two]))],
])('%s does no harm', (_name, bytes) => {
  push(bytes, 1)
  push(payload([3], one), 2)
  expect(units.at(-1)).toEqual({ hex: '010203', timestamp: 2, index: 0 })
})

test('hostile payloads do no harm', () => {
  const random = seeded(3)
  const whole = payload([3, 4, 200], Buffer.concat([one, two, Buffer.alloc(200, 5)]))
  for (let round = 0; round < 1000; round++) push(damaged(random, whole), Math.floor(random() * 3))
  depacketiser.lost()
  push(payload([3], one), 9)
  expect(units.at(-1)?.hex).toBe('010203')
})

describe('AudioSpecificConfig', () => {
  test.each([
    ['AAC-LC, 16 kHz, mono', '1408', { objectType: 2, sampleRate: 16_000, channels: 1, frameSamples: 1024 }],
    [
      'AAC-LC, 44.1 kHz, stereo',
      '1210',
      { objectType: 2, sampleRate: 44_100, channels: 2, frameSamples: 1024 },
    ],
    ['HE-AAC', '2b118800', { objectType: 5, sampleRate: 24_000, channels: 2 }],
    ['a rate of its own', '17800fa00800', { sampleRate: 8000, channels: 1 }],
    ['frames of 960', '140c', { sampleRate: 16_000, frameSamples: 960 }],
    ['channels told by the stream', '1400', { sampleRate: 16_000, channels: null }],
  ])('%s', (_name, hex, expected) => {
    expect(readAacConfig(Buffer.from(hex, 'hex'))).toMatchObject(expected)
  })

  test.each(['', '14', '00', '1688', 'ffffffff', '17800000'])('"%s" is none', (hex) => {
    expect(readAacConfig(Buffer.from(hex, 'hex'))).toBeNull()
  })
})
