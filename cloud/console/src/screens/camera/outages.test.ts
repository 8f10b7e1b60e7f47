import { expect, it } from 'vitest'
import { outagesWithin } from './outages.js'

const at = (hour: number): number => Date.UTC(2026, 2, 12, hour)
const outage = (from: number, to: number) => ({
  start_at: new Date(at(from)).toISOString(),
  end_at: new Date(at(to)).toISOString(),
})

it('cuts outages to the stretch, and adds up what is left of them', () => {
  const { parts, totalSec } = outagesWithin([outage(1, 5), outage(8, 9), outage(20, 23)], at(4), at(21))
  expect(parts).toEqual([
    { from: at(4), to: at(5) },
    { from: at(8), to: at(9) },
    { from: at(20), to: at(21) },
  ])
  expect(totalSec).toBe(3 * 3600)
})

it('leaves out what ended before it, and what has no length', () => {
  expect(outagesWithin([outage(1, 2), outage(6, 6)], at(4), at(21))).toEqual({ parts: [], totalSec: 0 })
})
