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
  // A timer may be early by a part of a millisecond.
  expect(monotonicMs() - began).toBeGreaterThanOrEqual(49)
})

test('a failure is told once what was begun has ended, and nothing more is begun', async () => {
  const begun: number[] = []
  const failing = paced({ perSec: 100, count: 1_000 }, async (index) => {
    begun.push(index)
    if (index === 1) throw new Error('no answer')
  })
  await expect(failing).rejects.toThrow('no answer')
  // A pace that fell behind makes up for it in one go.
  expect(begun.length).toBeLessThan(1_000)
})
