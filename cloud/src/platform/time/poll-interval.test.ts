import { beforeEach, expect, test } from 'vitest'
import { createFakeClock, type FakeClock } from './clock.fake.js'
import { PollInterval } from './poll-interval.js'

let clock: FakeClock
let stop: AbortController
let pause: PollInterval
let isOver: boolean

beforeEach(() => {
  clock = createFakeClock()
  stop = new AbortController()
  pause = new PollInterval(clock)
  pause.beginPoll()
  isOver = false
})

const begin = () =>
  pause.wait(1_000, stop.signal).then(() => {
    isOver = true
  })

test('resting -> over: its time has passed', async () => {
  const rest = begin()
  await clock.advance(999)
  expect(isOver).toBe(false)
  await clock.advance(1)
  await rest
})

test('resting -> over: woken, and no timer is left', async () => {
  const rest = begin()
  pause.wake()
  await rest
  expect(clock.waiting).toBe(0)
})

test('resting -> over: the loop is to end, and no timer is left', async () => {
  const rest = begin()
  stop.abort()
  await rest
  expect(clock.waiting).toBe(0)
})

test('looking -> looking: woken during the look', async () => {
  pause.wake()
  await begin()
  expect(clock.waiting).toBe(0)
})

test('looking -> resting: what woke before the look is no news after it', async () => {
  pause.wake()
  pause.beginPoll()
  const rest = begin()
  await clock.advance(999)
  expect(isOver).toBe(false)
  await clock.advance(1)
  await rest
})

test('looking -> over: the loop was to end before the pause', async () => {
  stop.abort()
  await begin()
  expect(clock.waiting).toBe(0)
})
