import { expect, test } from 'vitest'
import { inBatches } from './in-batches.js'

test.each([
  [0, []],
  [1, [1]],
  [1000, [1000]],
  [2500, [1000, 1000, 500]],
])('%i rows are stored by statements of %j, in their order', async (count, sizes) => {
  const rows = Array.from({ length: count }, (_, index) => index)
  const seen: number[] = []
  const results = await inBatches(rows, (batch) => {
    seen.push(batch.length)
    return Promise.resolve(batch)
  })
  expect([seen, results]).toEqual([sizes, rows])
})
