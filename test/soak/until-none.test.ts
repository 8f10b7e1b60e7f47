import { expect, test } from 'vitest'
import { untilNone } from './until-none.js'

/** Gives one number after the other, and the last one from then on. */
function counting(...numbers: number[]): () => Promise<number> {
  let at = 0
  return () => Promise.resolve(numbers[Math.min(at++, numbers.length - 1)] ?? 0)
}

test('waits as long as it becomes less, though now and then there are more', async () => {
  const patience = { idleMs: 5000, everyMs: 1 }
  await untilNone('clips', counting(9, 8, 8, 12, 7, 3, 1, 0), patience)
})

test('says how many are left where nothing becomes less', async () => {
  await expect(untilNone('clips', counting(5, 3, 4), { idleMs: 50, everyMs: 1 })).rejects.toThrow(
    'no less than 3 within 0.05 s: clips',
  )
})
