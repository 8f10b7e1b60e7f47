import { expect, it } from 'vitest'
import { systemRandom } from './random.js'
import { backoffMs } from './retry.js'

const backoff = { baseMs: 1000, capMs: 60_000, floorMs: 250 }
const drawn = (fraction: number) => ({ ...systemRandom, fraction: () => fraction })

it('never comes out tight, even with the lowest draw', () => {
  for (const failures of [0, 1, 5, 1000]) expect(backoffMs(failures, backoff, drawn(0))).toBe(250)
})

it('doubles its ceiling up to the cap', () => {
  const ceilings = [1, 2, 3, 7, 8, 10_000].map((failures) =>
    Math.round(backoffMs(failures, backoff, drawn(1))),
  )
  expect(ceilings).toEqual([1000, 2000, 4000, 60_000, 60_000, 60_000])
})
