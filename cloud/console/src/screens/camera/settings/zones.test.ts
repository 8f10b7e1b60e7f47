import { describe, expect, it } from 'vitest'
import type { MotionZone } from '../../../api/camera-settings.js'
import {
  addZone,
  cellsThatCount,
  freshName,
  insertPoint,
  leastPoints,
  mostPoints,
  mostZones,
  movePoint,
  type Point,
  removePoint,
  shiftPoints,
} from './zones.js'

const square: Point[] = [
  [0.2, 0.2],
  [0.6, 0.2],
  [0.6, 0.6],
  [0.2, 0.6],
]
const half = (kind: MotionZone['kind'], from: number, to: number): MotionZone => ({
  name: 'Half',
  kind,
  points: [
    [from, 0],
    [to, 0],
    [to, 1],
    [from, 1],
  ],
})

describe('points', () => {
  it('stay within the picture, to a thousandth of it', () => {
    expect(movePoint(square, 1, [1.4, -0.2])[1]).toEqual([1, 0])
    expect(movePoint(square, 0, [0.33333, 0.5])[0]).toEqual([0.333, 0.5])
  })

  it('grow between two, also between the last and the first, up to the limit', () => {
    expect(insertPoint(square, 0)[1]).toEqual([0.4, 0.2])
    expect(insertPoint(square, 3)[4]).toEqual([0.2, 0.4])
    const many: Point[] = Array.from({ length: mostPoints }, () => [0.5, 0.5])
    expect(insertPoint(many, 0)).toHaveLength(mostPoints)
  })

  it('are at least three', () => {
    const three = removePoint(square, 0)
    expect(three).toHaveLength(leastPoints)
    expect(removePoint(three, 0)).toEqual(three)
  })

  it('go together only as far as the edge lets them', () => {
    expect(shiftPoints(square, 0.9, -0.1)).toEqual([
      [0.6, 0.1],
      [1, 0.1],
      [1, 0.5],
      [0.6, 0.5],
    ])
  })
})

describe('zones', () => {
  it('are as many as the service takes', () => {
    let zones: MotionZone[] = []
    for (let count = 0; count <= mostZones; count += 1) zones = addZone(zones, { name: 'Z', kind: 'include' })
    expect(zones).toHaveLength(mostZones)
  })

  it('have a name that no other has', () => {
    expect(freshName([{ ...half('include', 0, 1), name: 'Area 1' }], 'Area')).toBe('Area 2')
  })

  it.each([
    ['none: the whole picture counts', [], [true, true, true, true]],
    ['one that counts: only it does', [half('include', 0, 0.5)], [true, true, false, false]],
    ['one that does not: the rest does', [half('exclude', 0, 0.5)], [false, false, true, true]],
    [
      'what does not count wins',
      [half('include', 0, 0.75), half('exclude', 0, 0.25)],
      [false, true, true, false],
    ],
  ])('%s', (_what, zones, cells) => {
    expect(cellsThatCount(zones, 4, 1)).toEqual(cells)
  })
})
