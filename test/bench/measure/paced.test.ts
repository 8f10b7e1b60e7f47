import { expect, test } from 'vitest'
import { monotonicMs } from './monotonic.js'
import { paced } from './paced.js'

test('work begins at its pace, though none has ended', async () => {
  const began = monotonicMs()
  const waiting: (() => void)[] = []
  await paced({ perSec: 100, count: 6 }, (index) => {
    if (index === 5) for (const end of waiting) end()
    return index === 5 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))
  })
  expect(waiting).toHaveLength(5)
  expect(monotonicMs() - began).toBeGreaterThanOrEqual(50)
})

test('a failure is told', async () => {
  const failing = paced({ perSec: 1000, count: 3 }, async (index) => {
    if (index === 1) throw new Error('no answer')
  })
  await expect(failing).rejects.toThrow('no answer')
})
