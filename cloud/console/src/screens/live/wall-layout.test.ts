import { expect, it } from 'vitest'
import { evenWall, oneLargeWall, type Place, type WallSize } from './wall-layout.js'

const desk: WallSize = { width: 1400, height: 800, gap: 4 }
const phone: WallSize = { width: 360, height: 640, gap: 4 }
const wide = 16 / 9

const area = (places: readonly Place[]) => places.reduce((sum, { width, height }) => sum + width * height, 0)

function expectOnTheWall(places: readonly Place[], shapes: readonly number[], wall: WallSize): void {
  expect(places).toHaveLength(shapes.length)
  for (const [at, { left, top, width, height }] of places.entries()) {
    expect(width / height).toBeCloseTo(shapes[at] ?? 0, 5)
    expect(left).toBeGreaterThan(-0.01)
    expect(top).toBeGreaterThan(-0.01)
    expect(left + width).toBeLessThan(wall.width + 0.01)
    expect(top + height).toBeLessThan(wall.height + 0.01)
  }
  for (const [at, one] of places.entries()) {
    for (const other of places.slice(at + 1)) {
      const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
      const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
      expect(Math.min(across, down)).toBeLessThan(-wall.gap + 0.01)
    }
  }
}

const walls = [
  ['one', [wide]],
  ['two of different shapes', [wide, 4 / 3]],
  ['an upright one among wide ones', [wide, 9 / 16, wide, wide]],
  ['sixteen', Array.from({ length: 16 }, () => wide)],
  ['sixty-four', Array.from({ length: 64 }, (_, at) => (at % 3 === 0 ? 4 / 3 : wide))],
] as const

it.each(walls)('%s: whole, in their shape, none over another, on a desk and on a phone', (_, shapes) => {
  for (const wall of [desk, phone]) {
    expectOnTheWall(evenWall(shapes, wall), shapes, wall)
    for (const large of [0, shapes.length - 1]) {
      expectOnTheWall(oneLargeWall(shapes, large, wall), shapes, wall)
    }
  }
})

it('nine wide ones stand three by three on a wide wall, two stand one above the other on an upright one', () => {
  const tops = new Set(
    evenWall(
      Array.from({ length: 9 }, () => wide),
      desk,
    ).map(({ top }) => Math.round(top)),
  )
  expect(tops.size).toBe(3)
  const [first, second] = evenWall([wide, wide], phone)
  expect(first?.left).toBeCloseTo(second?.left ?? -1)
})

it('the large one is the largest, wherever it stands among the others', () => {
  const shapes = Array.from({ length: 7 }, () => wide)
  const places = oneLargeWall(shapes, 3, desk)
  expect(places.findIndex((one) => area([one]) === Math.max(...places.map((place) => area([place]))))).toBe(3)
})

it('a wall without room has no places, and one without tiles none', () => {
  expect(evenWall([wide], { width: 0, height: 0, gap: 4 })).toEqual([])
  expect(evenWall([], desk)).toEqual([])
})
