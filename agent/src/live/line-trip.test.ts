import { liveLimits } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { LineTrip } from './line-trip.js'

it('a round trip counts up to the window of frames, until a longer one was measured', () => {
  const trip = new LineTrip(createFakeClock(), () => false)
  expect(trip.mostMs).toBe(liveLimits.windowMs)
  trip.took(40)
  expect(trip.mostMs).toBe(liveLimits.windowMs)
})

it('follows a satellite, up to a bound', () => {
  const trip = new LineTrip(createFakeClock(), () => false)
  trip.took(20_000)
  expect(trip.mostMs).toBe(liveLimits.mostRoundTripMs)
  trip.took(900)
  expect(trip.mostMs).toBe(900)
})

it('takes nothing from a line that the agent fills itself', () => {
  let isUploading = true
  const trip = new LineTrip(createFakeClock(), () => isUploading)
  trip.took(1500)
  expect(trip.mostMs).toBe(liveLimits.windowMs)
  isUploading = false
  trip.took(800)
  expect(trip.mostMs).toBe(800)
})

it('forgets a way that is no more', async () => {
  const clock = createFakeClock()
  const trip = new LineTrip(clock, () => false)
  trip.took(40)
  for (let count = 0; count < 3; count++) {
    await clock.advance(600_000)
    trip.took(900)
  }
  expect(trip.mostMs).toBe(900)
})
