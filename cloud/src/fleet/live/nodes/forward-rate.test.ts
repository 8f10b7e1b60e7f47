import { expect, it } from 'vitest'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { ForwardRate } from './forward-rate.js'

it('refuses one that asks too often, and nobody else, until some time has passed', async () => {
  const clock = createFakeClock()
  const rate = new ForwardRate(clock)
  const taken = Array.from({ length: 1_000 }, () => rate.take('flooding')).filter(Boolean)
  expect(taken).toHaveLength(256)
  expect(rate.take('another')).toBe(true)
  await clock.advance(1_000)
  expect(Array.from({ length: 20 }, () => rate.take('flooding')).filter(Boolean)).toHaveLength(10)
})

it('forgets those that have not asked for long', async () => {
  const clock = createFakeClock()
  const rate = new ForwardRate(clock)
  for (let index = 0; index < 500; index += 1) rate.take(`gateway ${index}`)
  await clock.advance(30_000)
  rate.take('another')
  expect(rate.size).toBe(1)
})
