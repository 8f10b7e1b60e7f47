import { describe, expect, test } from 'vitest'
import { MovedClock } from '../stream/camera-pictures.fixture.js'
import { watchFrames } from './frame-watchdog.js'

const timeoutMs = 10_000

function watch() {
  const clock = new MovedClock()
  const seen = { frames: 0, silences: 0 }
  const end = watchFrames({
    clock,
    progress: () => seen.frames,
    timeoutMs,
    usualGaps: 5,
    onSilence: () => seen.silences++,
  })
  /** A frame comes every so often, that long. */
  const send = (everyMs: number, lengthMs: number) => {
    for (let atMs = 0; atMs < lengthMs; atMs += everyMs) {
      seen.frames++
      clock.move(everyMs)
    }
  }
  return { clock, seen, send, end }
}

/** How long a frozen stream goes unnoticed, ms. */
function unnoticedMs({ clock, seen }: ReturnType<typeof watch>): number {
  seen.frames++
  let ms = 0
  while (seen.silences === 0) {
    clock.move(100)
    ms += 100
  }
  return ms
}

test('frames keep it quiet, silence does not, and is told once', () => {
  const { clock, seen, send } = watch()
  send(1000, 60_000)
  expect(seen.silences).toBe(0)
  clock.move(8000)
  expect(seen.silences).toBe(0)
  clock.move(2100)
  expect(seen.silences).toBe(1)
  clock.move(60_000)
  expect(seen.silences).toBe(1)
})

describe('a frozen camera is noticed', () => {
  test.each([40, 200, 1000])(
    'within 10 s where pictures come every %i ms, however far keyframes are apart',
    (everyMs) => {
      const watched = watch()
      watched.send(everyMs, 5 * 60_000)
      const ms = unnoticedMs(watched)
      expect(ms).toBeGreaterThan(8000)
      expect(ms).toBeLessThanOrEqual(10_000)
    },
  )

  test.each([3000, 6000, 8000])('within five times the gap where pictures come every %i ms', (everyMs) => {
    const watched = watch()
    watched.send(everyMs, 5 * 60_000)
    const ms = unnoticedMs(watched)
    expect(ms).toBeGreaterThan(4 * everyMs)
    expect(ms).toBeLessThanOrEqual(5 * everyMs)
  })

  test('within 10 s after a single long gap, which is no habit', () => {
    const watched = watch()
    watched.send(200, 60_000)
    watched.send(8000, 8000)
    watched.send(200, 60_000)
    expect(unnoticedMs(watched)).toBeLessThanOrEqual(10_000)
  })

  test('within 10 s once a habit is ten minutes past', () => {
    const watched = watch()
    watched.send(8000, 60_000)
    watched.send(200, 11 * 60_000)
    expect(unnoticedMs(watched)).toBeLessThanOrEqual(10_000)
  })
})

test.each([0, 1, 249, 499])('silence is told in time, %i ms after a look', (afterMs) => {
  const { clock, seen } = watch()
  clock.move(5000 + afterMs)
  seen.frames++
  clock.move(timeoutMs)
  expect(seen.silences).toBe(1)
})

test('a machine that had no time has missed no frame', () => {
  const { clock, seen, send } = watch()
  send(200, 10_000)
  // One look a minute late, before what arrived meanwhile was read.
  clock.monoMs += 60_000
  clock.move(0)
  expect(seen.silences).toBe(0)
  send(200, 10_000)
  expect(seen.silences).toBe(0)
})

test('ended, it leaves nothing behind', () => {
  const { clock, seen, end } = watch()
  end()
  expect(clock.pendingMs).toEqual([])
  clock.move(60_000)
  expect(seen.silences).toBe(0)
})
