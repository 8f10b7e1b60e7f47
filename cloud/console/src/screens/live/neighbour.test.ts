import { expect, it } from 'vitest'
import { neighbourOf } from './neighbour.js'
import { evenWall, oneLargeWall } from './wall-layout.js'

const wall = { width: 1600, height: 900, gap: 4 }
const wide = (count: number) => Array.from({ length: count }, () => 16 / 9)

it('goes over a grid of three by three, and no further than its edge', () => {
  const places = evenWall(wide(9), wall)
  expect(neighbourOf(places, 4, 'left')).toBe(3)
  expect(neighbourOf(places, 4, 'right')).toBe(5)
  expect(neighbourOf(places, 4, 'up')).toBe(1)
  expect(neighbourOf(places, 4, 'down')).toBe(7)
  expect(neighbourOf(places, 0, 'left')).toBeNull()
  expect(neighbourOf(places, 0, 'up')).toBeNull()
})

it('goes from a large one to those beside it and back', () => {
  const places = oneLargeWall(wide(5), 0, wall)
  const right = neighbourOf(places, 0, 'right')
  expect(right).not.toBeNull()
  expect(neighbourOf(places, right ?? -1, 'left')).toBe(0)
})

it('from none there is none', () => {
  expect(neighbourOf([], 0, 'left')).toBeNull()
})
