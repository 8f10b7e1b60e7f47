import { expect, it } from 'vitest'
import { readLiveSearch } from './live-search.js'

it('takes a moment however it is written, and leaves out what is none', () => {
  expect(readLiveSearch({ large: 'gate', at: '2026-05-04T14:30:00+02:00', more: 1 })).toEqual({
    large: 'gate',
    at: '2026-05-04T12:30:00.000Z',
  })
  expect(readLiveSearch({ at: 'yesterday' })).toEqual({})
})
