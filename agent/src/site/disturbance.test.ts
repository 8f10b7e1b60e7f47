import { expect, test } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { Disturbance } from './disturbance.js'

function scene() {
  const clock = createFakeClock()
  const disturbance = new Disturbance(clock)
  return {
    clock,
    disturbance,
    async openAndLose(afterMs: number) {
      disturbance.opened()
      await clock.advance(afterMs)
      disturbance.lost()
    },
  }
}

test('twice dropped right after the second stream came: it rests for an hour, then once is enough', async () => {
  const { clock, disturbance, openAndLose } = scene()
  await openAndLose(1000)
  expect(disturbance.rests).toBe(false)
  await openAndLose(1000)
  expect(disturbance.rests).toBe(true)
  expect(disturbance.restMs).toBe(3_600_000)
  await clock.advance(3_600_000)
  expect(disturbance.rests).toBe(false)
  await openAndLose(1000)
  expect(disturbance.rests).toBe(true)
})

test('a recorded stream that is lost later, or without a second one, is no sign', async () => {
  const { disturbance, openAndLose } = scene()
  disturbance.lost()
  for (let time = 0; time < 5; time++) await openAndLose(6000)
  expect(disturbance.rests).toBe(false)
})

test('a second stream that stood for a minute has proven itself', async () => {
  const { disturbance, openAndLose } = scene()
  await openAndLose(1000)
  await openAndLose(61_000)
  await openAndLose(1000)
  expect(disturbance.rests).toBe(false)
})
