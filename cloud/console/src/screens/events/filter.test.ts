import { expect, it } from 'vitest'
import { isFiltered, readEventsSearch } from './filter.js'

it('reads what fits, and leaves out what does not', () => {
  expect(
    readEventsSearch({ q: 7, category: 'audio', from: '2026-03-12', to: 'tomorrow', starred: true, x: 1 }),
  ).toEqual({ q: '7', category: 'audio', from: '2026-03-12', starred: true })
  expect(readEventsSearch({ q: '', category: 'none', starred: 'false', event: ['a'] })).toEqual({})
})

it('a chosen event is nothing that is looked for', () => {
  expect(isFiltered({ event: 'a' })).toBe(false)
  expect(isFiltered({ event: 'a', starred: true })).toBe(true)
})
