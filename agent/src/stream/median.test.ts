import { expect, test } from 'vitest'
import { takeMedian } from './median.js'

test.each([
  [[], 0],
  [[7], 7],
  [[3, 1], 2],
  [[5, -1, 3], 3],
  [[2, 2, 2, 2], 2],
  [[1, 2, 3, 10], 2.5],
])('of %j: %d', (values, middle) => {
  expect(takeMedian(Float64Array.from(values))).toBe(middle)
})

test.each([
  ['numbers far apart', (n: number) => Math.sin(n * n) * 1e6],
  ['few different numbers', (n: number) => (n * n) % 5],
  ['numbers that rise', (n: number) => n / 3],
  ['numbers that fall', (n: number) => -n],
])('is what stands in the middle of all, sorted: %s', (_name, numberAt) => {
  for (let count = 1; count <= 200; count++) {
    const values = Float64Array.from({ length: count }, (_, index) => numberAt(index))
    const sorted = values.toSorted()
    const half = count >> 1
    const [lower = 0, upper = 0] = sorted.subarray(half - 1, half + 1)
    expect(takeMedian(values)).toBe(count % 2 === 1 ? sorted[half] : (lower + upper) / 2)
  }
})
