import { expect, test } from 'vitest'
import { speedBeside, speedWithin } from './speeds.js'

test.each([
  [1, 1, 2],
  [1, -1, 0.5],
  [3, 1, 4],
  [3, -1, 2],
  [8, 1, 8],
  [0.5, -1, 0.25],
  [0.25, -1, 0.25],
] as const)('beside %s by %s is %s', (times, by, expected) => {
  expect(speedBeside(times, by)).toBe(expected)
})

test('no speed is beyond what is offered, whatever a page asks for', () => {
  expect([100, -1, Number.NaN, Number.POSITIVE_INFINITY].map(speedWithin)).toEqual([8, 0.25, 1, 8])
})
