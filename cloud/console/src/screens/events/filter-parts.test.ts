import { expect, it } from 'vitest'
import { filterParts } from './filter-parts.js'

it('a search is taken apart as a person takes it away: its time is one part', () => {
  const search = { q: 'fox', from: '2026-03-12', to: '2026-03-12', event: 'a' }
  expect(filterParts(search).map(({ kind }) => kind)).toEqual(['words', 'times'])
  expect(filterParts({ event: 'a' })).toEqual([])
})
