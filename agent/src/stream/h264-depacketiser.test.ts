import { beforeEach, describe, expect, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { lengthPrefixed, sets, slice } from './camera-pictures.fixture.js'
import { H264Depacketiser } from './h264-depacketiser.js'

interface Unit {
  readonly timestamp: number
  readonly keyframe: boolean
  readonly hex: string
}

let units: Unit[]
let parameterSets: string[]
let drops: number
/** Timestamps of units that are whole and follow a loss. */
let damagedAt: number[]
let depacketiser: H264Depacketiser

beforeEach(() => {
  units = []
  parameterSets = []
  drops = 0
  damagedAt = []
  depacketiser = new H264Depacketiser({
    parameterSet: (unit) => parameterSets.push(Buffer.from(unit).toString('hex')),
    accessUnit: ({ data, timestamp, keyframe, damaged: isDamaged }) => {
      if (isDamaged) damagedAt.push(timestamp)
      else units.push({ timestamp, keyframe, hex: Buffer.from(data).toString('hex') })
    },
    dropped: () => drops++,
  })
})

function push(payload: Buffer, timestamp: number, marker = false): void {
  // Off the start and into a longer buffer, as payloads lie in a read.
  const data = Buffer.concat([Buffer.alloc(7, 1), payload, Buffer.alloc(5, 1)])
  depacketiser.push(data, 7, 7 + payload.length, timestamp, marker)
}

function fragments(unit: Buffer, size: number): Buffer[] {
  const [header = 0] = unit
  const pieces: Buffer[] = []
  for (let at = 1; at < unit.length; at += size) {
    const flags = (at === 1 ? 0x80 : 0) | (at + size >= unit.length ? 0x40 : 0)
    pieces.push(
      Buffer.concat([
        Buffer.from([(header & 0xe0) | 28, flags | (header & 0x1f)]),
        unit.subarray(at, at + size),
      ]),
    )
  }
  return pieces
}

function aggregate(...parts: Buffer[]): Buffer {
  const body = parts.flatMap((part) => [Buffer.from([part.length >> 8, part.length & 255]), part])
  return Buffer.concat([Buffer.from([24]), ...body])
}

const expected = (timestamp: number, keyframe: boolean, ...parts: Buffer[]): Unit => ({
  timestamp,
  keyframe,
  hex: lengthPrefixed(...parts).toString('hex'),
})
const idr = slice(true, 0xbb, 5000)
const inter = slice(false)
const sei = Buffer.from([6, 1, 2, 3])
const startCode = Buffer.from([0, 0, 0, 1])

describe('access units', () => {
  test('of single units: parameter sets and delimiters go aside, the rest stays', () => {
    push(Buffer.from([9, 0xf0]), 1)
    push(sets.sps, 1)
    push(sets.pps, 1)
    push(sei, 1)
    push(idr, 1, true)
    push(inter, 2, true)
    expect(units).toEqual([expected(1, true, sei, idr), expected(2, false, inter)])
    expect(parameterSets).toEqual([sets.sps.toString('hex'), sets.pps.toString('hex')])
  })

  test('of an aggregate', () => {
    push(aggregate(sets.sps, sets.pps, sei), 1)
    push(aggregate(idr), 1, true)
    expect(units).toEqual([expected(1, true, sei, idr)])
    expect(parameterSets).toHaveLength(2)
  })

  test.each([1, 100, 1400, 4999])('of fragments of %i bytes', (size) => {
    const pieces = fragments(idr, size)
    for (const [index, piece] of pieces.entries()) push(piece, 1, index === pieces.length - 1)
    expect(units).toEqual([expected(1, true, idr)])
  })

  test('of several slices', () => {
    const second = slice(true, 1, 30, false)
    push(idr, 1)
    push(second, 1, true)
    expect(units).toEqual([expected(1, true, idr, second)])
  })

  test('larger than any before', () => {
    const huge = slice(true, 0xcc, 1_500_000)
    for (const piece of fragments(huge, 60_000)) push(piece, 1)
    push(inter, 2, true)
    expect(units).toEqual([expected(1, true, huge), expected(2, false, inter)])
  })

  test('begin with a keyframe', () => {
    push(inter, 1, true)
    push(idr, 2, true)
    expect(units.map(({ timestamp }) => timestamp)).toEqual([2])
    expect(drops).toBe(1)
  })
})

describe('habits of cameras', () => {
  test('no marker at all: the next timestamp ends a unit', () => {
    push(idr, 1)
    push(inter, 2)
    push(inter, 3)
    expect(units.map(({ timestamp }) => timestamp)).toEqual([1, 2])
  })

  test('a marker on each packet of a unit without a slice', () => {
    push(sets.sps, 1, true)
    push(sets.pps, 1, true)
    push(idr, 1, true)
    expect(units).toEqual([expected(1, true, idr)])
  })

  test('a marker on each slice: noticed once, then units end by their timestamps', () => {
    const second = slice(false, 2, 30, false)
    push(idr, 1, true)
    for (const timestamp of [2, 3]) {
      push(inter, timestamp, true)
      push(second, timestamp, true)
    }
    push(idr, 4, true)
    push(slice(true, 2, 30, false), 4, true)
    push(inter, 5, true)
    push(second, 5, true)
    push(inter, 6, true)
    expect(units.slice(2)).toEqual([
      expected(4, true, idr, slice(true, 2, 30, false)),
      expected(5, false, inter, second),
    ])
  })

  test('a marker in the middle of a fragmented unit', () => {
    const pieces = fragments(idr, 1400)
    for (const piece of pieces) push(piece, 1, true)
    expect(units).toEqual([expected(1, true, idr)])
  })

  test('a type that changes among the fragments: the first one counts', () => {
    const pieces = fragments(idr, 1400).map((piece, index) => {
      if (index > 0) piece[1] = ((piece[1] ?? 0) & 0xe0) | 1
      return piece
    })
    for (const [index, piece] of pieces.entries()) push(piece, 1, index === pieces.length - 1)
    expect(units).toEqual([expected(1, true, idr)])
  })

  test('an end bit that is missing', () => {
    const second = slice(true, 3, 3000, false)
    const pieces = [...fragments(idr, 1400), ...fragments(second, 1400)]
    for (const piece of pieces) piece[1] = (piece[1] ?? 0) & 0xbf
    for (const piece of pieces) push(piece, 1)
    push(inter, 2, true)
    // The last one stays without an end: its unit cannot be told from one that lost it.
    expect(units).toEqual([])
    expect(drops).toBe(2)
  })

  test('Annex B inside a packet', () => {
    push(Buffer.concat([startCode, sets.sps, startCode, sets.pps, startCode, idr]), 1, true)
    push(Buffer.concat([startCode.subarray(1), inter, startCode]), 2, true)
    expect(parameterSets).toEqual([sets.sps.toString('hex'), sets.pps.toString('hex')])
    expect(units).toEqual([expected(1, true, idr), expected(2, false, inter)])
  })

  test('Annex B behind a parameter set', () => {
    push(Buffer.concat([sets.sps, startCode, sets.pps, startCode, idr]), 1, true)
    expect(units).toEqual([expected(1, true, idr)])
  })
})

describe('after a loss all is damaged before the next keyframe, and a broken unit left out', () => {
  const story = () => units.map(({ timestamp }) => timestamp)

  test.each([
    ['at the start', 0],
    ['in the middle', 2],
    ['at the end', 3],
  ])('of a fragment %s', (_name, missing) => {
    push(idr, 1, true)
    const pieces = fragments(slice(false, 1, 5000), 1400)
    for (const [index, piece] of pieces.entries()) {
      if (index === missing) depacketiser.lost()
      else push(piece, 2, index === pieces.length - 1)
    }
    push(inter, 3, true)
    push(idr, 4, true)
    push(inter, 5, true)
    expect(story()).toEqual([1, 4, 5])
    expect(damagedAt).toEqual([3])
    expect(drops).toBe(1)
  })

  test('of the first slice of a keyframe', () => {
    depacketiser.lost()
    push(slice(true, 1, 30, false), 1, true)
    push(inter, 2, true)
    push(idr, 3, true)
    expect(story()).toEqual([3])
  })

  test('of whole units', () => {
    push(idr, 1, true)
    depacketiser.lost()
    push(inter, 3, true)
    push(idr, 4, true)
    expect(story()).toEqual([1, 4])
    expect(damagedAt).toEqual([3])
    expect(drops).toBe(0)
  })

  test('of the packet with the marker', () => {
    push(idr, 1)
    depacketiser.lost()
    push(inter, 2, true)
    push(idr, 3, true)
    expect(story()).toEqual([3])
  })
})

test.each([
  ['an unknown packet type', Buffer.from([29, 0, 0, 0])],
  ['an aggregate that says more than it has', Buffer.from([24, 0, 50, 0x65])],
  ['a fragment without a beginning', Buffer.from([28, 0x05, 1, 2, 3])],
  ['a fragment without content', Buffer.from([28, 0x85])],
])('%s breaks its unit only', (_name, payload) => {
  push(idr, 1, true)
  push(payload, 2, true)
  push(idr, 3, true)
  expect(units.map(({ timestamp }) => timestamp)).toEqual([1, 3])
})

test('a unit that never ends is given up', () => {
  const piece = Buffer.alloc(60_000, 7)
  piece.set([28, 0x85, 0x88])
  push(piece, 1)
  piece.set([28, 0x05])
  for (let count = 0; count < 200; count++) push(piece, 1)
  push(Buffer.from([28, 0x45, 1]), 1, true)
  push(idr, 2, true)
  expect(units.map(({ timestamp }) => timestamp)).toEqual([2])
})

test('hostile payloads do no harm', () => {
  const random = seeded(5)
  const whole = Buffer.concat([aggregate(sets.sps, sets.pps), startCode, idr.subarray(0, 60)])
  for (let round = 0; round < 800; round++) {
    const bytes =
      round % 2 === 0 ? randomBytesOf(random, 1 + Math.floor(random() * 60)) : damaged(random, whole)
    push(bytes, Math.floor(random() * 3), random() < 0.5)
    if (random() < 0.1) depacketiser.lost()
  }
  depacketiser.reset()
  const before = units.length
  push(idr, 1_000_000, true)
  // Among the bytes may have been the proof that markers lie.
  push(inter, 1_000_001)
  expect(units.slice(before)).toEqual([expected(1_000_000, true, idr)])
})
