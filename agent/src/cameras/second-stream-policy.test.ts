import { expect, test } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { SecondStreamPolicy } from './second-stream-policy.js'

function scene() {
  const clock = createFakeClock()
  const policy = new SecondStreamPolicy(clock)
  return {
    clock,
    policy,
    async openAndLose(afterMs: number) {
      policy.opened()
      await clock.advance(afterMs)
      policy.lost()
    },
  }
}

test('twice dropped right after the second stream came: it rests for an hour, then once is enough', async () => {
  const { clock, policy, openAndLose } = scene()
  await openAndLose(1000)
  expect(policy.rests).toBe(false)
  await openAndLose(1000)
  expect(policy.rests).toBe(true)
  expect(policy.restMs).toBe(3_600_000)
  await clock.advance(3_600_000)
  expect(policy.rests).toBe(false)
  await openAndLose(1000)
  expect(policy.rests).toBe(true)
})

test('a recorded stream that is lost later, or without a second one, is no sign', async () => {
  const { policy, openAndLose } = scene()
  policy.lost()
  for (let time = 0; time < 5; time++) await openAndLose(6000)
  expect(policy.rests).toBe(false)
})

test('a second stream that stood for a minute has proven itself', async () => {
  const { policy, openAndLose } = scene()
  await openAndLose(1000)
  await openAndLose(61_000)
  await openAndLose(1000)
  expect(policy.rests).toBe(false)
})
