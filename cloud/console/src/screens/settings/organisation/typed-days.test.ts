import { expect, it } from 'vitest'
import { typedDays } from './typed-days.js'

it.each([
  ['30', 30],
  [' 1 ', 1],
  ['3650', 3650],
])('%j are %i days', (typed, days) => {
  expect(typedDays(typed)).toBe(days)
})

it.each(['', '0', '3651', '-1', '1.5', '1e2', 'a week'])('%j are no days', (typed) => {
  expect(typedDays(typed)).toBeNull()
})
