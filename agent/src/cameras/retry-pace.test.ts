import { expect, test } from 'vitest'
import { systemRandom } from '../platform/random.js'
import { retryWaitMs } from './retry-pace.js'

const chance = (fraction: number) => ({ ...systemRandom, fraction: () => fraction })

test.each([
  ['refused', 1, 500, 1000],
  ['refused', 5, 500, 16_000],
  ['refused', 1000, 500, 60_000],
  ['timeout', 3, 500, 4000],
  ['stream_limit', 1, 30_000, 60_000],
  ['stream_limit', 50, 30_000, 300_000],
  ['codec', 9, 60_000, 600_000],
  ['auth', 1, 30 * 60_000, 33 * 60_000],
  ['auth', 99, 30 * 60_000, 33 * 60_000],
] as const)('%s, failure %i: between %i and %i ms', (fault, failures, least, most) => {
  expect(retryWaitMs(fault, failures, chance(0))).toBe(least)
  expect(retryWaitMs(fault, failures, chance(1))).toBe(most)
})
