import { expect, it } from 'vitest'
import { placedAt } from './view-order.js'

it.each([
  ['before the first', 0, ['c', 'a', 'b', 'd']],
  ['where it is', 2, ['a', 'b', 'c', 'd']],
  ['to the end', 3, ['a', 'b', 'd', 'c']],
  ['beyond the end', 999, ['a', 'b', 'd', 'c']],
  ['without a place', null, ['a', 'b', 'd', 'c']],
])('%s', (_, position, order) => {
  expect(placedAt(['a', 'b', 'c', 'd'], 'c', position)).toEqual(order)
})

it('takes in what was not there', () => {
  expect(placedAt(['a', 'b'], 'new', 1)).toEqual(['a', 'new', 'b'])
  expect(placedAt([], 'new', null)).toEqual(['new'])
})
