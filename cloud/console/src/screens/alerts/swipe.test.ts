import { expect, it } from 'vitest'
import { isSideways, swipeOf } from './swipe.js'

it.each([
  [{ x: 96, y: 0 }, 'take'],
  [{ x: 95, y: 0 }, null],
  [{ x: -96, y: 40 }, 'resolve'],
  [{ x: 200, y: 101 }, null],
  [{ x: -200, y: -99 }, 'resolve'],
  [{ x: 0, y: 300 }, null],
])('%j wants %s', (way, wanted) => {
  expect(swipeOf(way)).toBe(wanted)
})

it('a finger that goes down moves the list', () => {
  expect(isSideways({ x: 13, y: 0 })).toBe(true)
  expect(isSideways({ x: 12, y: 0 })).toBe(false)
  expect(isSideways({ x: 20, y: 30 })).toBe(false)
})
