import { expect, it } from 'vitest'
import { nextMorning } from './next-morning.js'

it.each([
  ['2026-03-12T21:52:00', '2026-03-13T07:00:00'],
  ['2026-03-13T06:59:59', '2026-03-13T07:00:00'],
  ['2026-03-13T07:00:00', '2026-03-14T07:00:00'],
  ['2026-12-31T23:00:00', '2027-01-01T07:00:00'],
])('after %s: %s', (now, morning) => {
  expect(nextMorning(new Date(now))).toEqual(new Date(morning))
})
