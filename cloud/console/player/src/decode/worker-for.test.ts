import { expect, test } from 'vitest'
import { workerFor } from './worker-for.js'

test.each([
  ['the first has one of its own', [], 3, null],
  ['the second too, while there may be more', [1], 3, null],
  ['an idle one is taken first', [1, 0], 3, 1],
  ['then they are shared evenly', [2, 1, 2], 3, 1],
  ['a machine of one core has one', [15], 1, 0],
] as const)('%s', (_, loads, most, expected) => {
  expect(workerFor(loads, most)).toBe(expected)
})

test('sixty-four pictures are no more than sixteen for each of four', () => {
  const loads: number[] = []
  for (let picture = 0; picture < 64; picture++) {
    const at = workerFor(loads, 4) ?? loads.push(0) - 1
    loads[at] = (loads[at] ?? 0) + 1
  }
  expect(loads).toEqual([16, 16, 16, 16])
})
