import type { CameraFault } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { systemRandom } from '../platform/random.js'
import { FailureStreak, retryWaitMs } from './retry-backoff.js'

const chance = (fraction: number) => ({ ...systemRandom, fraction: () => fraction })
const bounds = (fault: CameraFault, failures: number, tookMs = 0) =>
  [0, 1].map((fraction) => retryWaitMs({ fault, failures, tookMs }, chance(fraction)))

test.each([
  ['refused', 1, 500, 1000],
  ['refused', 5, 500, 8000],
  ['refused', 1000, 500, 8000],
  ['timeout', 3, 500, 4000],
  ['stream_limit', 1, 30_000, 60_000],
  ['stream_limit', 50, 30_000, 300_000],
  ['codec', 9, 60_000, 600_000],
  ['auth', 1, 30 * 60_000, 33 * 60_000],
  ['auth', 99, 30 * 60_000, 33 * 60_000],
] as const)('%s, failure %i: between %i and %i ms', (fault, failures, least, most) => {
  expect(bounds(fault, failures)).toEqual([least, most])
})

test('an attempt that took long itself is part of the wait', () => {
  expect(bounds('timeout', 99, 5000)).toEqual([500, 3000])
  expect(bounds('timeout', 99, 60_000)).toEqual([500, 500])
})

test('a wrong password waits in full, however long its refusal took', () => {
  expect(bounds('auth', 1, 10_000)).toEqual([30 * 60_000, 33 * 60_000])
  expect(bounds('stream_limit', 1, 10_000)).toEqual([30_000, 60_000])
})

test('an account that was let in before is tried twice more, a minute apart, and then as a wrong one', () => {
  const waits = [1, 2, 3, 4].map((failures) =>
    [0, 1].map((fraction) =>
      retryWaitMs({ fault: 'auth', failures, tookMs: 10, isProven: true }, chance(fraction)),
    ),
  )
  const minute = [60_000, 66_000]
  const lockedOut = [30 * 60_000, 33 * 60_000]
  expect(waits).toEqual([minute, minute, lockedOut, lockedOut])
})

test('after an outage of an hour a camera is asked at least every 8 s, and 40 of them about ten times a second together', () => {
  const waits = Array.from({ length: 1000 }, () =>
    retryWaitMs({ fault: 'refused', failures: 500, tookMs: 0 }, systemRandom),
  )
  expect(Math.max(...waits)).toBeLessThanOrEqual(8000)
  const meanSec = waits.reduce((sum, ms) => sum + ms, 0) / waits.length / 1000
  expect(40 / meanSec).toBeLessThan(12)
})

test('a camera that comes back full after an outage is asked again after a minute, as one that was there', () => {
  const streak = new FailureStreak()
  const outage = ['refused', 'timeout', 'protocol', 'not_found', 'refused'] as const
  expect(outage.map((fault) => streak.add(fault))).toEqual([1, 2, 3, 4, 5])
  expect(bounds('stream_limit', streak.add('stream_limit'))).toEqual([30_000, 60_000])
  expect(streak.add('stream_limit')).toBe(2)
  streak.end()
  expect(streak.add('stream_limit')).toBe(1)
})

test('an account that is refused again and again is a wrong one, also where the camera is away in between', () => {
  const streak = new FailureStreak()
  const faults = ['auth', 'timeout', 'auth', 'refused', 'auth', 'timeout'] as const
  expect(faults.map((fault) => streak.add(fault))).toEqual([1, 1, 2, 1, 3, 1])
  streak.accepted()
  expect(streak.add('auth')).toBe(1)
})
