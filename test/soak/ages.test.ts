import { expect, it } from 'vitest'
import { agesOf, agesRow, haveAged } from './ages.js'

const ages = (medianMs: number, p95Ms = medianMs * 2) => ({ medianMs, p95Ms })

it('are told by their median and by what one in twenty is beyond', () => {
  expect(agesOf(Array.from({ length: 100 }, (_, index) => 100 - index))).toEqual(ages(50, 95))
  expect(() => agesOf([])).toThrow(RangeError)
})

it.each([
  ['the median', ages(10, 60), ages(60, 100)],
  ['the late ones', ages(10, 60), ages(10, 140)],
])('have grown if %s are later at the end', (_what, begin, end) => {
  expect(haveAged([begin, ages(500), end])).toBe(true)
  expect(agesRow([begin, end])).toMatch(/GREW$/)
})

it('have not grown by what other work on the machine explains, or in between alone', () => {
  expect(haveAged([ages(10), ages(400), ages(35)])).toBe(false)
  expect(agesRow([ages(10), ages(12)])).toMatch(/: 10 and 20, 12 and 24; grew: no$/)
})
