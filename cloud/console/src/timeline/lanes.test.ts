import { describe, expect, it } from 'vitest'
import { happened } from './happening.fixture.js'
import { barsOf, countsOf, happeningAt, lanesOf, within } from './lanes.js'
import { Scale } from './span.js'

const scale = new Scale({ from: 0, to: 100_000 }, 1000)

it('has a lane for each kind of which there is something, people first; on phones one', () => {
  const some = [
    happened('a', 1, 2),
    happened('b', 3, 4, { kind: 'signal' }),
    happened('c', 5, 6, { kind: 'person' }),
  ]
  expect(lanesOf(some, false).map(({ kind, happenings }) => [kind, happenings.length])).toEqual([
    ['person', 1],
    ['movement', 1],
    ['signal', 1],
  ])
  expect(lanesOf(some, true)).toEqual([{ kind: null, happenings: some }])
})

it('takes what has a part within', () => {
  const some = [
    happened('before', 0, 5),
    happened('in', 9, 11),
    happened('edge', 20, 20),
    happened('after', 30, 31),
  ]
  expect(within(some, { from: 10_000, to: 20_001 }).map(({ id }) => id)).toEqual(['in', 'edge'])
})

describe('bars', () => {
  it('are as long as what they stand for, and never too thin to see', () => {
    const [long, brief] = barsOf([happened('a', 10, 20), happened('b', 30, 30)], scale)
    expect([long?.x, long?.width, brief?.x, brief?.width]).toEqual([100, 100, 300, 4])
  })

  it('share the height where they overlap, and have it alone where not', () => {
    const bars = barsOf(
      [happened('a', 0, 10), happened('b', 5, 8), happened('c', 9, 12), happened('d', 20, 30)],
      scale,
    )
    expect(bars.map(({ row, rows }) => [row, rows])).toEqual([
      [0, 2],
      [1, 2],
      [1, 2],
      [0, 1],
    ])
  })

  it('of many at once three rows are drawn', () => {
    const bars = barsOf(
      Array.from({ length: 9 }, (_, n) => happened(String(n), n, 50)),
      scale,
    )
    expect(new Set(bars.map(({ rows }) => rows))).toEqual(new Set([3]))
    expect(bars.every(({ row }) => row < 3)).toBe(true)
  })
})

it('a finger meets a thin bar beside it, the nearest of several, and nothing far away', () => {
  const some = [happened('a', 10, 10), happened('b', 11, 11), happened('c', 40, 60)]
  expect(happeningAt(some, scale, 92)?.id).toBe('a')
  expect(happeningAt(some, scale, 108)?.id).toBe('b')
  expect(happeningAt(some, scale, 500)?.id).toBe('c')
  expect(happeningAt(some, scale, 300)).toBeNull()
})

it('counts what began in each part of a day', () => {
  const some = [happened('a', 0, 1), happened('b', 9, 60), happened('c', 99, 101), happened('d', 200, 201)]
  expect(countsOf(some, scale.stretch, 10)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 1])
})
