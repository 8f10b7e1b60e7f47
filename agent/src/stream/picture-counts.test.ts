import { expect, test } from 'vitest'
import { PictureCounts } from './picture-counts.js'

test('pictures that cannot be read are none of the described codec, unless something was lost', () => {
  const counts = new PictureCounts()
  counts.cameInVain(false)
  counts.came()
  expect(counts.readable).toBe(2)
  for (let n = 0; n < 50; n += 1) counts.cameInVain(true)
  expect(counts.readable).toBe(2)
  counts.lost(3)
  for (let n = 0; n < 50; n += 1) counts.cameInVain(true)
  expect(counts.readable).toBe(4)
  counts.came()
  expect(counts.readable).toBe(5)
  expect(counts.counters).toEqual({ units: 103, dropped: 101, packetsLost: 3 })
  expect(counts.early).toBe(1)
})
