import { expect, test } from 'vitest'
import { placeOf } from './sound-clock.js'

test('pieces stand one behind the other', () => {
  const first = placeOf(10, null)
  expect(first.isNew).toBe(true)
  expect(placeOf(10.02, first.at + 0.02)).toEqual({ at: first.at + 0.02, isNew: false })
})

test('after a silence, and where it would lag for good, it begins anew', () => {
  expect(placeOf(10, 9.9).isNew).toBe(true)
  expect(placeOf(10, 11).isNew).toBe(true)
})
