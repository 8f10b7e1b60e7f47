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
    counter.broke('the camera reorders its pictures')
    counter.runEnded(1000, false)
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
    breaksByReason: { reordered: 1 },
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

test('breaks are counted by why, and runs that are too short are told with why most of them ended', () => {
  const clock = new MovedClock()
  const counter = new CameraCounter(clock)
  const breaks = (reason: string, livedMs: number) => {
    counter.broke(reason)
    counter.runEnded(livedMs, false)
  }
  breaks('the camera changed the format of its picture', 1000)
  breaks('something that nobody foresaw', 2000)
  expect(counter.runsShorterThan(26_000)).toBeNull()
  breaks('the camera changed the format of its picture', 3000)
  // One that was long enough, one that ended with its connection, and one that nobody wanted any more.
  breaks('the camera changed the format of its picture', 60_000)
  counter.runEnded(5000, false)
  counter.runEnded(1000, true)
  expect(counter.read()).toMatchObject({ breaksLastHour: 4, breaksByReason: { format: 3, other: 1 } })
  expect(counter.runsShorterThan(26_000)).toEqual({ ending: 'format', sec: 3 })
  clock.move(61 * 60_000)
  expect(counter.runsShorterThan(26_000)).toBeNull()
  for (let run = 0; run < 3; run++) counter.runEnded(8000, false)
  expect(counter.runsShorterThan(26_000)).toEqual({ ending: 'connection', sec: 8 })
  expect(counter.read().breaksByReason).toEqual({})
})
