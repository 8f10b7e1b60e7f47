import { expect, test } from 'vitest'
import { StreamQuirkCache } from '../rtsp/stream-quirks.js'
import { MovedClock } from '../stream/camera-pictures.fixture.js'
import { watchReading } from './watch-reading.js'

const clock = new MovedClock()

/** A connection of a camera. @returns how long it lasted, s, or null where it did not end within an hour */
function connection(quirks: StreamQuirkCache, pictures: (atSec: number) => number): number | null {
  let atSec = 0
  const ended: number[] = []
  const end = watchReading({
    clock,
    readable: () => pictures(atSec),
    quirks,
    key: 'of the camera',
    timeoutMs: 10_000,
    mostMs: 300_000,
    usualGaps: 5,
    onUnreadable: () => ended.push(atSec),
  })
  for (; atSec < 3600 && ended.length === 0; atSec++) clock.move(1000)
  end()
  return ended[0] ?? null
}

test('a camera of which nothing can be read is asked anew more and more rarely, until something can', () => {
  const quirks = new StreamQuirkCache()
  const lasted = Array.from({ length: 8 }, () => connection(quirks, () => 0) ?? 0)
  for (const [at, sec] of [10, 20, 40, 80, 160, 300, 300, 300].entries()) {
    expect(lasted[at]).toBeGreaterThan(sec * 0.9 - 2)
    expect(lasted[at]).toBeLessThanOrEqual(sec * 1.1 + 1)
  }
  expect(connection(quirks, (atSec) => atSec)).toBeNull()
  expect(connection(quirks, () => 0)).toBeLessThanOrEqual(11)
  // What could be read until somebody changed the codec is noticed as soon as ever.
  expect(connection(quirks, (atSec) => Math.min(atSec, 100))).toBeLessThanOrEqual(112)
})
