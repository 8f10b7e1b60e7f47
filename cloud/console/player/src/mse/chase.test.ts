import { expect, test } from 'vitest'
import { chase } from './chase.js'

test('at the live edge it leaves the player alone', () => {
  expect(chase({ at: 9.92, start: 0, end: 10 })).toEqual({ seekTo: null, rate: 1 })
})

test('a little behind it plays faster, far behind it jumps', () => {
  expect(chase({ at: 9.8, start: 0, end: 10 }).rate).toBeCloseTo(1.2)
  expect(chase({ at: 9.5, start: 0, end: 10 }).rate).toBeCloseTo(2.3)
  expect(chase({ at: 8.6, start: 0, end: 10 })).toEqual({ seekTo: null, rate: 3 })
  expect(chase({ at: 2, start: 0, end: 10 }).seekTo).toBeCloseTo(9.92)
})

test('outside of what there is it comes back in', () => {
  expect(chase({ at: 0, start: 9.99, end: 10 }).seekTo).toBe(9.99)
  expect(chase({ at: 12, start: 5, end: 10 }).seekTo).toBeCloseTo(9.92)
})

test.each([
  [0.5, 0.3, 0.25],
  [1.4, 0.5, 0.5],
])('from %s s behind it is less than %s s behind within %s s', (behind, wanted, withinSec) => {
  // Each frame that comes, 25 a second, is a look.
  let [at, end] = [10 - behind, 10]
  for (let sec = 0; sec < withinSec; sec += 0.04) {
    at += 0.04 * chase({ at, start: 0, end }).rate
    end += 0.04
  }
  expect(end - at).toBeLessThan(wanted)
})
