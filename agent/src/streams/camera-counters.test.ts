import { expect, test } from 'vitest'
import { MovedClock } from '../stream/camera-pictures.fixture.js'
import { CameraCounter } from './camera-counters.js'

test('what connections counted adds up, and reconnects, stalls and breaks are those of the last hour', () => {
  const clock = new MovedClock()
  const counter = new CameraCounter(clock)
  for (let connection = 0; connection < 3; connection++) {
    counter.attempted()
    counter.playing(() => ({ units: 10, dropped: 2, packetsLost: 1 }))
    counter.flowing()
    counter.stalled()
    counter.broke()
    counter.frameBroke()
    counter.ended()
    clock.move(40 * 60_000)
  }
  counter.attempted()
  expect(counter.read()).toEqual({
    attempts: 4,
    connections: 3,
    reconnectsLastHour: 1,
    stallsLastHour: 1,
    breaksLastHour: 1,
    brokenFramesLastHour: 1,
    units: 30,
    dropped: 6,
    packetsLost: 3,
  })
})

test('frames that break without end fill no memory', () => {
  const clock = new MovedClock()
  const counter = new CameraCounter(clock)
  for (let time = 0; time < 25_000; time++) counter.frameBroke()
  expect(counter.read().brokenFramesLastHour).toBeLessThanOrEqual(10_000)
  clock.move(61 * 60_000)
  expect(counter.read().brokenFramesLastHour).toBe(0)
})
