import { expect, test } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { CameraClock } from './camera-clock.js'

const hour = 3_600_000

test('goes on with the monotonic clock: a step of ours changes nothing', async () => {
  const clock = createFakeClock()
  const camera = new CameraClock(clock)
  const atMs = clock.now()
  camera.set(atMs + 5000, 'utc')
  expect(camera.offsetMs).toBe(5000)
  await clock.advance(1000)
  clock.step(-7 * hour)
  expect(camera.now()).toBe(atMs + 6000)
})

test('a camera that does not tell the time is taken to have ours', () => {
  const clock = createFakeClock()
  const camera = new CameraClock(clock)
  camera.set(null, 'date-header')
  expect([camera.now(), camera.offsetMs, camera.isDoubtful]).toEqual([clock.now(), null, false])
})

test.each([
  ['right', 3000, 'utc', false],
  ['an hour and a half ahead by accident', 1.5 * hour + 333_000, 'utc', false],
  ['ten hours ahead, as local time told as UTC', 10 * hour + 2000, 'utc', true],
  ['behind by a zone of three quarters', -5.75 * hour, 'utc', true],
  ['known by the Date header only', 3000, 'date-header', true],
] as const)('a clock that is %s', (_name, offsetMs, source, isDoubtful) => {
  const clock = createFakeClock()
  const camera = new CameraClock(clock)
  camera.set(clock.now() + offsetMs, source)
  expect(camera.isDoubtful).toBe(isDoubtful)
})
