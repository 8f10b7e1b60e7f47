import { expect, test } from 'vitest'
import { BusyMeter } from './busy-meter.js'

/** @param waits how long something waited, and until when, ms */
const after = (waits: readonly (readonly [ms: number, nowMs: number])[]) => {
  const meter = new BusyMeter()
  for (const [ms, nowMs] of waits) meter.waited(ms, nowMs)
  return meter
}

test.each([
  [false, 'nothing waited', []],
  [
    false,
    'all waits are short',
    [
      [100, 1000],
      [240, 2000],
      [240, 3000],
    ],
  ],
  [
    false,
    'one second was bad',
    [
      [900, 1000],
      [400, 1100],
      [300, 1900],
    ],
  ],
  [
    true,
    'two seconds were',
    [
      [300, 1900],
      [300, 2100],
    ],
  ],
] as const)('%s where %s', (busy, _, waits) => {
  expect(after(waits).isBusy(3000)).toBe(busy)
})

test('is over some seconds after the last wait', () => {
  const meter = after([
    [300, 1000],
    [300, 2000],
  ])
  expect([meter.isBusy(12_000), meter.isBusy(14_000)]).toEqual([true, false])
})
