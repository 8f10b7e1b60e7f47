import { expect, test } from 'vitest'
import { RateHistory } from './rate-history.js'

function historyOf(rates: readonly (number | null)[], lostEach = 0): RateHistory {
  const history = new RateHistory()
  for (const [index, fps] of rates.entries())
    history.add({ fps, units: index * 100, packetsLost: index * lostEach })
  return history
}

const steady = Array.from({ length: 20 }, () => 15)

test.each<[string, (number | null)[], number | null]>([
  ['steady', steady, null],
  ['half of the usual', [...steady, 7], 7],
  ['twice the usual', [...steady, 30], 30],
  ['a little less, as at night', [...steady, 12], null],
  ['not known now', [...steady, null], null],
  ['too little is known', [15, 15, 15, 2], null],
  ['the new rate has become the usual one', [...steady, ...Array.from({ length: 40 }, () => 5)], null],
])('frame rate: %s', (_, rates, told) => {
  expect(historyOf(rates).unusualFps).toBe(told)
})

test.each([
  [0, null],
  [4, null],
  [12, 12],
])('%i packets lost for every hundred pictures', (lost, told) => {
  expect(historyOf(steady, lost).lostPerHundred).toBe(told)
})

test('what was lost long ago is forgotten', () => {
  const history = historyOf(steady, 50)
  for (let index = 0; index < 60; index++)
    history.add({ fps: 15, units: 2000 + index * 100, packetsLost: 1000 })
  expect(history.lostPerHundred).toBeNull()
})

test('nothing is said of a stream that gives nothing', () => {
  expect(new RateHistory().lostPerHundred).toBeNull()
  expect(historyOf([null]).lostPerHundred).toBeNull()
})
