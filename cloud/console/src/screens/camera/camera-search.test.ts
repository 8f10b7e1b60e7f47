import { expect, it } from 'vitest'
import { readCameraSearch, tabOf, tabsFor } from './camera-search.js'

it('reads a moment and a span, and leaves out what is neither', () => {
  expect(readCameraSearch({ at: '2026-03-12T14:32:08+01:00', span: '1h' })).toEqual({
    at: '2026-03-12T13:32:08.000Z',
    span: '1h',
  })
  expect(readCameraSearch({ at: 'yesterday', span: '2h', x: 1 })).toEqual({})
})

it('knows its tabs', () => {
  expect([tabOf(undefined), tabOf('health'), tabOf('nothing')]).toEqual(['events', 'health', null])
})

it('shows each person the tabs that they may use, and of a deleted camera only its events', () => {
  expect(tabsFor('operator', true)).toEqual(['events', 'health', 'focus', 'settings'])
  expect(tabsFor('viewer', true)).toEqual(['events', 'health', 'focus'])
  expect(tabsFor('owner', false)).toEqual(['events'])
})
