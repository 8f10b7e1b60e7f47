import { beforeEach, describe, expect, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { lengthPrefixed } from './camera-pictures.fixture.js'
import { H265Depacketiser } from './h265-depacketiser.js'
import { hevcSets, hevcSlice, hevcType } from './hevc-pictures.fixture.js'

interface Unit {
  readonly timestamp: number
  readonly keyframe: boolean
  readonly leading: boolean
  readonly hex: string
}

let units: Unit[]
let parameterSets: string[]
let drops: number
/** Timestamps of units that are whole and follow a loss. */
let damagedAt: number[]
let depacketiser: H265Depacketiser

function begin(hasDonl = false): void {
  units = []
  parameterSets = []
  drops = 0
  damagedAt = []
  depacketiser = new H265Depacketiser(
    {
      parameterSet: (unit) => parameterSets.push(Buffer.from(unit).toString('hex')),
      accessUnit: ({ data, timestamp, keyframe, leading, damaged: isDamaged }) => {
        if (isDamaged) damagedAt.push(timestamp)
        else units.push({ timestamp, keyframe, leading, hex: Buffer.from(data).toString('hex') })
      },
      dropped: () => drops++,
    },
    hasDonl,
  )
}

beforeEach(() => begin())

function push(payload: Buffer, timestamp: number, marker = false): void {
  // Off the start and into a longer buffer, as payloads lie in a read.
  const data = Buffer.concat([Buffer.alloc(7, 1), payload, Buffer.alloc(5, 1)])
  depacketiser.push(data, 7, 7 + payload.length, timestamp, marker)
}

const donl = Buffer.from([0x12, 0x34])

function fragments(unit: Buffer, size: number, number: Buffer = Buffer.alloc(0)): Buffer[] {
  const [first = 0, second = 0] = unit
  const pieces: Buffer[] = []
  for (let at = 2; at < unit.length; at += size) {
    const isFirst = at === 2
    const flags = (isFirst ? 0x80 : 0) | (at + size >= unit.length ? 0x40 : 0)
    const head = Buffer.from([(first & 0x81) | (49 << 1), second, flags | ((first >> 1) & 0x3f)])
    pieces.push(Buffer.concat([head, isFirst ? number : Buffer.alloc(0), unit.subarray(at, at + size)]))
  }
  return pieces
}

function aggregate(parts: Buffer[], numbers: Buffer[] = []): Buffer {
  const body = parts.flatMap((part, index) => [
    numbers[index] ?? Buffer.alloc(0),
    Buffer.from([part.length >> 8, part.length & 255]),
    part,
  ])
  return Buffer.concat([Buffer.from([48 << 1, 1]), ...body])
}

const expected = (timestamp: number, keyframe: boolean, ...parts: Buffer[]): Unit => ({
  timestamp,
  keyframe,
  leading: false,
  hex: lengthPrefixed(...parts).toString('hex'),
})

const idr = hevcSlice(hevcType.idr, 0xbb, 5000)
const inter = hevcSlice(hevcType.trailing)
const sei = hevcSlice(hevcType.prefixSei, 5, 6)
const sets = [hevcSets.vps, hevcSets.sps, hevcSets.pps]
const startCode = Buffer.from([0, 0, 0, 1])

describe('access units', () => {
  test('of single units: parameter sets and delimiters go aside, the rest stays', () => {
    push(Buffer.from([35 << 1, 1, 0x50]), 1)
    for (const set of sets) push(set, 1)
    push(sei, 1)
    push(idr, 1, true)
    push(inter, 2, true)
    expect(units).toEqual([expected(1, true, sei, idr), expected(2, false, inter)])
    expect(parameterSets).toEqual(sets.map((set) => set.toString('hex')))
  })

  test('of an aggregation packet', () => {
    push(aggregate([...sets, sei]), 1)
    push(aggregate([idr]), 1, true)
    expect(units).toEqual([expected(1, true, sei, idr)])
    expect(parameterSets).toHaveLength(3)
  })

  test.each([1, 100, 1400, 4997])('of fragments of %i bytes', (size) => {
    const pieces = fragments(idr, size)
    for (const [index, piece] of pieces.entries()) push(piece, 1, index === pieces.length - 1)
    expect(units).toEqual([expected(1, true, idr)])
  })

  test('with decoding order numbers, where the description promised them', () => {
    begin(true)
    const numbered = (unit: Buffer) => Buffer.concat([unit.subarray(0, 2), donl, unit.subarray(2)])
    push(aggregate(sets, [donl, Buffer.from([1]), Buffer.from([1])]), 1)
    for (const piece of fragments(idr, 1400, donl)) push(piece, 1)
    push(numbered(inter), 2, true)
    push(numbered(inter), 3, true)
    expect(parameterSets).toEqual(sets.map((set) => set.toString('hex')))
    expect(units).toEqual([expected(1, true, idr), expected(2, false, inter), expected(3, false, inter)])
  })

  test('of several slices, whatever the marker says', () => {
    const second = hevcSlice(hevcType.trailing, 2, 30, false)
    const pushBoth = (timestamp: number) => {
      push(inter, timestamp, true)
      push(second, timestamp, true)
    }
    push(idr, 1)
    // The second slice behind a marker proves that markers lie, and costs one picture.
    pushBoth(2)
    push(idr, 3, true)
    pushBoth(4)
    push(inter, 5, true)
    expect(units.at(-1)).toEqual(expected(4, false, inter, second))
  })

  test('leave the units of further layers away', () => {
    const other = Buffer.from(inter)
    other[1] = (1 << 3) | 1
    push(idr, 1)
    push(other, 1, true)
    expect(units).toEqual([expected(1, true, idr)])
  })
})

describe('random access points', () => {
  const kinds = () => units.map(({ keyframe, leading }) => (keyframe ? 'k' : leading ? 'l' : 'p')).join('')

  test.each([
    ['IDR', 19],
    ['IDR without leading pictures', 20],
    ['CRA', 21],
    ['BLA', 16],
    ['BLA with RADL', 17],
    ['BLA without leading pictures', 18],
  ])('%s is one', (_name, type) => {
    push(inter, 1, true)
    push(hevcSlice(type), 2, true)
    push(inter, 3, true)
    expect(kinds()).toBe('kp')
    expect(drops).toBe(1)
  })

  test('where decoding begins at one, pictures that refer to what was before it are left out', () => {
    push(hevcSlice(hevcType.cra), 1, true)
    push(hevcSlice(hevcType.rasl), 2, true)
    push(hevcSlice(hevcType.radl), 3, true)
    push(inter, 4, true)
    expect(kinds()).toBe('klp')
    expect(drops).toBe(1)
  })

  test('where decoding goes on over it, they are kept', () => {
    push(idr, 1, true)
    push(hevcSlice(hevcType.cra), 2, true)
    push(hevcSlice(hevcType.rasl), 3, true)
    push(inter, 4, true)
    expect(kinds()).toBe('kklp')
  })

  test('after a loss they are left out once more, and nothing else', () => {
    push(idr, 1, true)
    depacketiser.lost()
    push(inter, 2, true)
    push(hevcSlice(hevcType.cra), 3, true)
    push(hevcSlice(hevcType.rasl), 4, true)
    push(inter, 5, true)
    push(hevcSlice(hevcType.cra), 6, true)
    push(hevcSlice(hevcType.rasl), 7, true)
    expect(units.map(({ timestamp }) => timestamp)).toEqual([1, 3, 5, 6, 7])
    expect(damagedAt).toEqual([2])
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

  test('a type that changes among the fragments: the first one counts', () => {
    const pieces = fragments(idr, 1400).map((piece, index) => {
      if (index > 0) piece[2] = ((piece[2] ?? 0) & 0xc0) | 1
      return piece
    })
    for (const [index, piece] of pieces.entries()) push(piece, 1, index === pieces.length - 1)
    expect(units).toEqual([expected(1, true, idr)])
  })

  test('Annex B inside a packet', () => {
    push(Buffer.concat([...sets, idr].flatMap((unit) => [startCode, unit])), 1, true)
    push(Buffer.concat([startCode.subarray(1), inter, startCode]), 2, true)
    expect(parameterSets).toEqual(sets.map((set) => set.toString('hex')))
    expect(units).toEqual([expected(1, true, idr), expected(2, false, inter)])
  })
})

test.each([
  ['an unknown packet type', Buffer.from([50 << 1, 1, 0, 0])],
  ['an aggregate that says more than it has', Buffer.from([48 << 1, 1, 0, 50, 0x26])],
  ['a fragment without a beginning', Buffer.from([49 << 1, 1, 19, 1, 2, 3])],
  ['a fragment without content', Buffer.from([49 << 1, 1, 0x80 | 19])],
  ['a single byte', Buffer.from([2])],
  ['nothing', Buffer.alloc(0)],
])('%s breaks its unit only', (_name, payload) => {
  push(idr, 1, true)
  push(payload, 2, true)
  push(idr, 3, true)
  expect(units.map(({ timestamp }) => timestamp)).toEqual([1, 3])
})

test.each([false, true])('hostile payloads do no harm, decoding order numbers %s', (hasDonl) => {
  begin(hasDonl)
  const random = seeded(6)
  const whole = Buffer.concat([aggregate(sets), startCode, idr.subarray(0, 60)])
  for (let round = 0; round < 800; round++) {
    const bytes =
      round % 2 === 0 ? randomBytesOf(random, 1 + Math.floor(random() * 60)) : damaged(random, whole)
    push(bytes, Math.floor(random() * 3), random() < 0.5)
    if (random() < 0.1) depacketiser.lost()
  }
  depacketiser.reset()
  const before = units.length
  for (const piece of fragments(idr, 1400, hasDonl ? donl : undefined)) push(piece, 1_000_000)
  for (const piece of fragments(inter, 10, hasDonl ? donl : undefined)) push(piece, 1_000_001)
  expect(units.slice(before)).toEqual([expected(1_000_000, true, idr)])
})
