import { beforeEach, expect, test } from 'vitest'
import { createFakeClock, type FakeClock } from './clock.fake.js'
import { WakeablePause } from './wakeable-pause.js'

let clock: FakeClock
let stop: AbortController
let pause: WakeablePause
let isOver: boolean

beforeEach(() => {
  clock = createFakeClock()
  stop = new AbortController()
  pause = new WakeablePause(clock)
  pause.beginLook()
  isOver = false
})

const begin = () =>
  pause.rest(1_000, stop.signal).then(() => {
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
  pause.beginLook()
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
