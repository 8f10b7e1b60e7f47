import { expect, test } from 'vitest'
import { IntakeBatcher } from './intake-batch.js'

interface Entry {
  org: string
  n: number
}

class EntryFault extends Error {}
class Slow extends Error {}

/** A batcher whose batches end when the test says so. */
function scene(store: (entries: readonly Entry[]) => void = () => {}) {
  const batches: { org: string; ns: number[]; end(): void }[] = []
  const batcher = new IntakeBatcher<Entry, number>({
    keyOf: ({ org }) => org,
    async store(org, entries) {
      store(entries)
      await new Promise<void>((end) => {
        batches.push({ org, ns: entries.map(({ n }) => n), end })
      })
      return entries.map(({ n }) => n * 10)
    },
    blameOf: (error) =>
      error instanceof EntryFault ? 'frame' : error instanceof Slow ? 'either' : 'everybody',
    size: 4,
    inFlight: { key: 2, all: 3 },
  })
  const take = (org: string, n: number) => batcher.take({ org, n })
  return { batches, take }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a lone entry goes alone; what comes meanwhile is gathered, up to the size of a batch', async () => {
  const { batches, take } = scene()
  const answers = [take('a', 0)]
  await settled()
  answers.push(take('a', 1))
  await settled()
  for (let n = 2; n < 11; n += 1) answers.push(take('a', n))
  await settled()
  expect(batches.map(({ ns }) => ns)).toEqual([[0], [1]])
  batches[0]?.end()
  await settled()
  expect(batches.map(({ ns }) => ns)).toEqual([[0], [1], [2, 3, 4, 5]])
  for (let index = 1; index < 4; index += 1) {
    batches[index]?.end()
    await settled()
  }
  expect(batches.at(-1)?.ns).toEqual([10])
  batches.at(-1)?.end()
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 11 }, (_, n) => n * 10))
})

test('what comes in one turn goes together, also what the callers of a batch bring next', async () => {
  const { batches, take } = scene()
  const caller = async (n: number) => {
    await take('a', n)
    return take('a', n + 10)
  }
  const answers = [1, 2, 3].map(caller)
  await settled()
  expect(batches.map(({ ns }) => ns)).toEqual([[1, 2, 3]])
  batches[0]?.end()
  await settled()
  await settled()
  expect(batches.map(({ ns }) => ns)).toEqual([
    [1, 2, 3],
    [11, 12, 13],
  ])
  batches[1]?.end()
  expect(await Promise.all(answers)).toEqual([110, 120, 130])
})

test('a busy organisation leaves places for others, and no more batches run than allowed', async () => {
  const { batches, take } = scene()
  const answers = [take('a', 0)]
  await settled()
  answers.push(...[1, 2, 3, 4, 5, 6].map((n) => take('a', n)), take('b', 7), take('c', 8))
  await settled()
  expect(batches.map(({ org }) => org)).toEqual(['a', 'a', 'b'])
  batches[0]?.end()
  await settled()
  // What is left of a came to the back of the row with its last batch.
  expect(batches.map(({ org }) => org)).toEqual(['a', 'a', 'b', 'c'])
  batches[1]?.end()
  await settled()
  expect(batches.at(-1)).toMatchObject({ org: 'a', ns: [5, 6] })
  for (const batch of batches) batch.end()
  await Promise.all(answers)
})

test('one bad entry fails alone', async () => {
  const { batches, take } = scene((entries) => {
    if (entries.some(({ n }) => n === 4)) throw new EntryFault('4 is bad')
  })
  const answers = Promise.allSettled(Array.from({ length: 6 }, (_, n) => take('a', n)))
  await settled()
  for (let index = 0; index < 4; index += 1) {
    batches[index]?.end()
    await settled()
    await settled()
  }
  for (const batch of batches) batch.end()
  const outcomes = await answers
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('any other failure fails the whole batch, and the next batch is taken', async () => {
  let down = true
  const { batches, take } = scene(() => {
    if (down) throw new Error('no database')
  })
  await expect(Promise.allSettled([take('a', 1), take('a', 2), take('a', 3)])).resolves.toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ status: 'rejected' })),
  )
  down = false
  const answer = take('a', 4)
  await settled()
  batches.at(-1)?.end()
  expect(await answer).toBe(40)
})

test('an entry that is slow by itself fails alone; where all are slow, no half is halved again', async () => {
  const tried: number[][] = []
  let isSlow: (ns: number[]) => boolean = (ns) => ns.includes(2)
  const batcher = new IntakeBatcher<Entry, number>({
    keyOf: ({ org }) => org,
    async store(_org, entries) {
      const ns = entries.map(({ n }) => n)
      tried.push(ns)
      if (isSlow(ns)) throw new Slow('canceling statement due to statement timeout')
      return ns
    },
    blameOf: (error) => (error instanceof Slow ? 'either' : 'everybody'),
    size: 8,
    inFlight: { key: 1, all: 1 },
  })
  const takeAll = () => Promise.allSettled(Array.from({ length: 8 }, (_, n) => batcher.take({ org: 'a', n })))
  const outcomes = await takeAll()
  expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([2])
  tried.length = 0
  isSlow = () => true
  expect((await takeAll()).every(({ status }) => status === 'rejected')).toBe(true)
  expect(tried.map(({ length }) => length)).toEqual([8, 4, 4])
})
