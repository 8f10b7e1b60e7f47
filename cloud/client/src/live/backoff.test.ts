import { expect, test } from 'vitest'
import { limitOf, waitBefore } from './backoff.js'

test('it tries often while a line may be back any moment, then each 15 s, and never all at once', () => {
  const soon = Array.from({ length: 15 }, (_, attempt) => waitBefore(attempt, 1))
  expect(Math.max(...soon)).toBeLessThan(1100)
  expect(waitBefore(1000, 0)).toBeCloseTo(12_000)
  expect(waitBefore(1000, 1)).toBeCloseTo(18_000)
})

test('an attempt has more time where many failed: the line may be slow', () => {
  expect([limitOf(0), limitOf(99)]).toEqual([3000, 10_000])
})
