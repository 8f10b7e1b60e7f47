import { expect, test } from 'vitest'
import { lengthFault } from './recording-end.js'

test.each([
  [5000, 5000],
  [3000, 4900],
  [6900, 5000],
  [24_000, 20_500],
  [0, 0],
])('%i ms of pictures that took %i ms are right', (mediaMs, tookMs) => {
  expect(lengthFault(mediaMs, tookMs)).toBeNull()
})

test.each([
  [3000, 6000, /6 s became 3 s/],
  [9000, 6000, /6 s became 9 s/],
  [40_000, 30_000, /30 s became 40 s/],
])('%i ms of pictures that took %i ms are not', (mediaMs, tookMs, said) => {
  expect(lengthFault(mediaMs, tookMs)).toMatch(said)
})
