import { expect, test } from 'vitest'
import { TimeSlice } from './time-slice.js'

/** A clock of which only work moves the hand. */
function atWork() {
  let now = 1_000
  const timeSlice = new TimeSlice({ monotonic: () => now })
  return { timeSlice, work: (ms: number) => void (now += ms) }
}

test('others have their turn after 10 ms of work, and not before', async () => {
  const { timeSlice, work } = atWork()
  let turns = 0
  const count = () => {
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  await new Promise(setImmediate)
  const before = turns
  work(9)
  await timeSlice.yieldIfSpent()
  expect(turns).toBe(before)
  work(1)
  await timeSlice.yieldIfSpent()
  expect(turns).toBeGreaterThan(before)
})

test('work is counted, and neither the turns of others nor what is waited for', async () => {
  const { timeSlice, work } = atWork()
  work(25)
  setImmediate(() => work(4_000))
  await timeSlice.yieldIfSpent()
  work(3)
  await timeSlice.wait(Promise.resolve().then(() => work(500)))
  await expect(timeSlice.wait(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  work(2)
  expect(timeSlice.workedMs).toBe(30)
})
