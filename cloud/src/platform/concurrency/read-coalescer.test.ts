import { expect, test } from 'vitest'
import { ReadCoalescer } from './read-coalescer.js'

/** A source whose answers end when they are told to, and say when they were begun. */
function source() {
  const begun: { end(): void; fail(): void }[] = []
  const ask = () => {
    const number = begun.length + 1
    return new Promise<number>((resolve, reject) => {
      begun.push({ end: () => resolve(number), fail: () => reject(new Error(`answer ${number}`)) })
    })
  }
  return { begun, ask, turn: () => new Promise<void>((resolve) => setImmediate(resolve)) }
}

test('who asks alone is answered at once', async () => {
  const { begun, ask } = source()
  const reads = new ReadCoalescer<number>()
  const first = reads.read('a', ask)
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  expect(await first).toBe(1)
  expect(reads.size).toBe(0)
})

test('who asks meanwhile shares the answer that is begun next, never the one that was begun before', async () => {
  const { begun, ask, turn } = source()
  const reads = new ReadCoalescer<number>()
  const first = reads.read('a', ask)
  const second = [reads.read('a', ask), reads.read('a', ask)]
  await turn()
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  await turn()
  expect(begun).toHaveLength(2)
  const third = reads.read('a', ask)
  begun[1]?.end()
  await turn()
  begun[2]?.end()
  expect([await first, ...(await Promise.all(second)), await third]).toEqual([1, 2, 2, 3])
  expect([begun.length, reads.size]).toEqual([3, 0])
})

test('different questions do not wait for each other', async () => {
  const { begun, ask } = source()
  const reads = new ReadCoalescer<number>()
  const both = [reads.read('a', ask), reads.read('b', ask)]
  expect(begun).toHaveLength(2)
  for (const one of begun) one.end()
  expect(await Promise.all(both)).toEqual([1, 2])
})

test('a failure is told to those who shared it, and the next goes on', async () => {
  const { begun, ask, turn } = source()
  const reads = new ReadCoalescer<number>()
  const first = reads.read('a', ask)
  const second = reads.read('a', ask)
  begun[0]?.fail()
  await expect(first).rejects.toThrow('answer 1')
  await turn()
  begun[1]?.end()
  expect(await second).toBe(2)
  expect(reads.size).toBe(0)
})

test('two answers may be under way, and whoever comes third waits for the first that ends', async () => {
  const { begun, ask, turn } = source()
  const reads = new ReadCoalescer<number>(2)
  const both = [reads.read('a', ask), reads.read('a', ask)]
  const third = [reads.read('a', ask), reads.read('a', ask)]
  expect(begun).toHaveLength(2)
  begun[1]?.end()
  await turn()
  expect(begun).toHaveLength(3)
  for (const one of begun) one.end()
  expect(await Promise.all([...both, ...third])).toEqual([1, 2, 3, 3])
  expect(reads.size).toBe(0)
})
