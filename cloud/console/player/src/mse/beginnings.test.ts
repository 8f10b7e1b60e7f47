import { expect, test } from 'vitest'
import { Beginnings } from './beginnings.js'

function beginningsAt(...seconds: number[]): Beginnings {
  const beginnings = new Beginnings()
  for (const second of seconds) beginnings.add(second * 1_000_000)
  return beginnings
}

test('nothing is removed of a long group of pictures that is played still', () => {
  const beginnings = beginningsAt(0)
  expect(beginnings.forgetBefore(8)).toBeNull()
  beginnings.add(30_000_000)
  expect(beginnings.forgetBefore(29)).toBeNull()
})

test('what lies before the newest beginning that is old enough is removed, once', () => {
  const beginnings = beginningsAt(0, 2, 4, 6)
  expect(beginnings.forgetBefore(5)).toBeCloseTo(3.999, 6)
  expect(beginnings.forgetBefore(5)).toBeNull()
  expect(beginnings.forgetBefore(6)).toBeCloseTo(5.999, 6)
})
