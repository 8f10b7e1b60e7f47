import { expect, test } from 'vitest'
import type { Clock } from './clock.js'
import { within } from './within.js'

/** A clock with one timer, which goes off when it is told to. */
class OneTimer implements Clock {
  pending: (() => void) | null = null
  now = () => 0
  wall = () => 0
  after(_ms: number, work: () => void): () => void {
    this.pending = work
    return () => {
      this.pending = null
    }
  }
}

test('what never settles is rejected once its time is over', async () => {
  const clock = new OneTimer()
  const outcome = within(new Promise<string>(() => {}), { ms: 15_000, clock })
  clock.pending?.()
  await expect(outcome).rejects.toThrow('no answer within 15000 ms')
})

test('what comes in time is handed on, and the timer called off', async () => {
  const clock = new OneTimer()
  await expect(within(Promise.resolve('token'), { ms: 15_000, clock })).resolves.toBe('token')
  await expect.poll(() => clock.pending).toBeNull()
  const refused = new Error('refused')
  await expect(within(Promise.reject(refused), { ms: 15_000, clock })).rejects.toBe(refused)
  await expect.poll(() => clock.pending).toBeNull()
})
