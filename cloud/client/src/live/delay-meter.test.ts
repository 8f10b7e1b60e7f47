import { expect, test } from 'vitest'
import { DelayMeter } from './delay-meter.js'

test('it measures against the soonest picture, and begins anew where times jump', () => {
  const meter = new DelayMeter()
  for (let n = 0; n < 50; n++) meter.drawn(n * 40_000, 1000 + n * 40)
  expect(meter.behindMs).toBeCloseTo(0)
  expect(meter.gapMs).toBeCloseTo(40)
  meter.drawn(50 * 40_000, 1000 + 50 * 40 + 1500)
  expect(meter.behindMs).toBeCloseTo(1500)
  meter.drawn(9_000_000_000, 5000)
  expect(meter.behindMs).toBe(0)
})

test('a delay that stays does not become the measure', () => {
  const meter = new DelayMeter()
  for (let n = 0; n < 100; n++) meter.drawn(n * 1_000_000, n * 1000)
  for (let n = 100; n < 300; n++) meter.drawn(n * 1_000_000, n * 1000 + 2000)
  expect(meter.behindMs).toBeGreaterThan(1500)
})
