import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createFakeClock } from '../time/clock.fake.js'
import { FairTurns } from './fair-turns.js'

it('does one piece of each party in turn, none within the call that adds it', async () => {
  const turns = new FairTurns(createFakeClock())
  const done: string[] = []
  for (const piece of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) turns.add(piece.charAt(0), () => done.push(piece))
  expect([done, turns.waiting]).toEqual([[], 6])
  await turn()
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(turns.waiting).toBe(0)
})

it('lets others have their turn after some milliseconds, and goes on afterwards', async () => {
  const clock = createFakeClock()
  let nowMs = 0
  const turns = new FairTurns({ ...clock, monotonic: () => nowMs })
  let done = 0
  for (let index = 0; index < 10; index += 1)
    turns.add('a', () => {
      done += 1
      nowMs += 3
    })
  await turn()
  expect(done).toBe(3)
  while (turns.waiting > 0) await turn()
  expect(done).toBe(10)
})
