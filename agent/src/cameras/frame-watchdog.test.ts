import { expect, test } from 'vitest'
import { MovedClock } from '../stream/camera-pictures.fixture.js'
import { watchFrames } from './frame-watchdog.js'

function watch(timeoutMs: () => number) {
  const clock = new MovedClock()
  const seen = { frames: 0, silences: 0 }
  const end = watchFrames({ clock, progress: () => seen.frames, timeoutMs, onSilence: () => seen.silences++ })
  return { clock, seen, end }
}

test('frames keep it quiet, silence does not', () => {
  const { clock, seen } = watch(() => 10_000)
  for (let second = 0; second < 60; second++) {
    seen.frames++
    clock.move(1000)
  }
  expect(seen.silences).toBe(0)
  clock.move(7900)
  expect(seen.silences).toBe(0)
  clock.move(2100)
  expect(seen.silences).toBe(1)
  clock.move(60_000)
  expect(seen.silences).toBe(1)
})

test('the timeout follows what is learned', () => {
  let timeoutMs = 10_000
  const { clock, seen } = watch(() => timeoutMs)
  clock.move(5000)
  timeoutMs = 120_000
  clock.move(90_000)
  expect(seen.silences).toBe(0)
})

test.each([0, 1, 499, 999])('silence is told in time, %i ms after a look', (afterMs) => {
  const { clock, seen } = watch(() => 10_000)
  clock.move(5000 + afterMs)
  seen.frames++
  clock.move(10_000)
  expect(seen.silences).toBe(1)
})

test('ended, it leaves nothing behind', () => {
  const { clock, seen, end } = watch(() => 10_000)
  end()
  expect(clock.pendingMs).toEqual([])
  clock.move(60_000)
  expect(seen.silences).toBe(0)
})
