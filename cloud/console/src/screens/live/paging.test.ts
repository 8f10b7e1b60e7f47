import { expect, it } from 'vitest'
import { pageOf, pagesOf, tilesFor } from './paging.js'

it('a large screen has room for sixty-four tiles and no more, a small one for fewer, with large ones for fewer yet', () => {
  const room = { width: 1840, height: 1000, isPhone: false, hasLarge: false }
  expect(tilesFor(room)).toBe(64)
  expect(tilesFor({ ...room, width: 900, height: 600 })).toBe(36)
  expect(tilesFor({ ...room, width: 900, height: 600, hasLarge: true })).toBe(14)
  expect(tilesFor({ ...room, width: 0, height: 0 })).toBe(4)
})

it('a thousand cameras are sixteen pages, and the last one is on the last', () => {
  expect(pagesOf(1000, 64)).toBe(16)
  expect(pageOf(999, 64)).toBe(15)
  expect(pagesOf(0, 64)).toBe(1)
  expect(pageOf(-1, 64)).toBe(0)
})
