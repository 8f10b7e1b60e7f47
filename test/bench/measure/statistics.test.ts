import { expect, test } from 'vitest'
import { median, percentile, ratiosOf, spreadOf, summaryOf } from './statistics.js'

test('the median of an odd and of an even number of values', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([10, 1, 4, 2])).toBe(3)
  expect(() => median([])).toThrow(RangeError)
})

test('a percentile lies between its neighbours', () => {
  const values = Array.from({ length: 101 }, (_, index) => 100 - index)
  expect(percentile(values, 95)).toBe(95)
  expect(percentile([0, 10], 95)).toBeCloseTo(9.5)
  expect(percentile([7], 99)).toBe(7)
})

test('the spread is the whole width by the median', () => {
  expect(spreadOf(summaryOf([9, 10, 12]))).toBeCloseTo(0.3)
  expect(spreadOf(summaryOf([0, 0]))).toBe(0)
})

test('ratios are taken pair by pair', () => {
  expect(ratiosOf([1, 6], [2, 3])).toEqual([0.5, 2])
})
