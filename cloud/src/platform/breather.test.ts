import { expect, test } from 'vitest'
import { Breather } from './breather.js'

/** A clock of which only work moves the hand. */
function atWork() {
  let now = 1_000
  const breather = new Breather({ monotonic: () => now })
  return { breather, work: (ms: number) => void (now += ms) }
}

test('others have their turn after 10 ms of work, and not before', async () => {
  const { breather, work } = atWork()
  let turns = 0
  const count = () => {
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  await new Promise(setImmediate)
  const before = turns
  work(9)
  await breather.breathe()
  expect(turns).toBe(before)
  work(1)
  await breather.breathe()
  expect(turns).toBeGreaterThan(before)
})

test('work is counted, and neither the turns of others nor what is waited for', async () => {
  const { breather, work } = atWork()
  work(25)
  setImmediate(() => work(4_000))
  await breather.breathe()
  work(3)
  await breather.wait(Promise.resolve().then(() => work(500)))
  await expect(breather.wait(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  work(2)
  expect(breather.workedMs).toBe(30)
})
