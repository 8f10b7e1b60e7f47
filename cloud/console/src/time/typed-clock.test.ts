import { expect, it } from 'vitest'
import { readClock } from './typed-clock.js'

const at = (hours: number, minutes = 0, seconds = 0): number => ((hours * 60 + minutes) * 60 + seconds) * 1000

it.each([
  ['14:32', at(14, 32)],
  ['14.32', at(14, 32)],
  [' 1432 ', at(14, 32)],
  ['14:32:08', at(14, 32, 8)],
  ['143208', at(14, 32, 8)],
  ['9:05', at(9, 5)],
  ['932', at(9, 32)],
  ['14', at(14)],
  ['24:00', null],
  ['14:60', null],
  ['14:32:99', null],
  ['noon', null],
  ['', null],
])('%j is %s', (typed, ms) => {
  expect(readClock(typed)).toBe(ms)
})
