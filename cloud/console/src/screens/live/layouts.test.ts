import { describe, expect, it } from 'vitest'
import { largesOf, phoneWall, placesOf } from './layouts.js'
import type { Place, WallSize } from './wall-layout.js'

const desk: WallSize = { width: 1400, height: 800, gap: 4 }
const upright: WallSize = { width: 600, height: 900, gap: 4 }
const wide = 16 / 9
const many = (count: number) => Array.from({ length: count }, () => wide)

function expectApart(places: readonly Place[], wall: WallSize): void {
  for (const [at, one] of places.entries()) {
    expect(one.left).toBeGreaterThan(-0.01)
    expect(one.top).toBeGreaterThan(-0.01)
    expect(one.left + one.width).toBeLessThan(wall.width + 0.01)
    expect(one.top + one.height).toBeLessThan(wall.height + 0.01)
    for (const other of places.slice(at + 1)) {
      const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
      const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
      expect(Math.min(across, down)).toBeLessThan(-wall.gap + 0.01)
    }
  }
}

describe('two large ones', () => {
  it.each([3, 5, 12])('of %i stand beside the others, and are larger', (count) => {
    for (const wall of [desk, upright]) {
      const places = placesOf(many(count), { layout: 'two_large', larges: [0, 2], sizes: [] }, wall)
      expect(places).toHaveLength(count)
      expectApart(places, wall)
      const widths = places.map(({ width }) => width)
      expect(widths[0]).toBeCloseTo(widths[2] ?? 0)
      for (const at of [1, ...many(count).keys()].filter((one) => one !== 0 && one !== 2))
        expect(widths[at]).toBeLessThan(widths[0] ?? 0)
    }
  })

  it('of two are alike', () => {
    const places = placesOf(many(2), { layout: 'two_large', larges: [0, 1], sizes: [] }, desk)
    expect(places[0]?.width).toBeCloseTo(places[1]?.width ?? 0)
  })
})

describe('by hand', () => {
  it('a tile of size 3 is three times as wide as one of size 1, and none lies over another', () => {
    const sizes = [3, 1, 1, 2, 1, 1, 1]
    for (const wall of [desk, upright]) {
      const places = placesOf(many(7), { layout: 'by_hand', larges: [], sizes }, wall)
      expectApart(places, wall)
      expect((places[0]?.width ?? 0) / (places[1]?.width ?? 1)).toBeCloseTo(3, 0)
      expect((places[3]?.width ?? 0) / (places[1]?.width ?? 1)).toBeCloseTo(2, 0)
    }
  })
})

describe('which are large', () => {
  it.each([
    ['even', null, []],
    ['even', 4, [4]],
    ['one_large', null, [0]],
    ['one_large', 3, [3]],
    ['two_large', null, [0, 1]],
    ['two_large', 3, [3, 0]],
    ['two_large', 0, [0, 1]],
    ['by_hand', null, []],
  ] as const)('%s with %o chosen', (layout, chosen, larges) => {
    expect(largesOf(layout, 9, chosen)).toEqual(larges)
  })

  it('no more than there are', () => {
    expect(largesOf('two_large', 1, null)).toEqual([0])
    expect(largesOf('one_large', 0, null)).toEqual([])
  })
})

describe('on a phone', () => {
  it('the large one takes the width, the others stand in two columns below, an upright one grows', () => {
    const { places, height } = phoneWall([wide, wide, 9 / 16, wide], [1], { width: 360, gap: 6 })
    expect(places[1]).toMatchObject({ left: 0, top: 0, width: 360 })
    expect(places[0]?.top).toBeCloseTo(360 / wide + 6)
    expect(places[2]?.left).toBeCloseTo(183)
    expect(places[2]?.height).toBeCloseTo((177 * 16) / 9)
    // Beside the upright one.
    expect(places[3]?.left).toBe(0)
    expectApart(places, { width: 360, height, gap: 6 })
  })
})
