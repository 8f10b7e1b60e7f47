import { expect, it } from 'vitest'
import { widthOfPage, widthOfSentences } from './terminal.js'

it.each([
  [undefined, 100],
  [60, 60],
  [20, 40],
  [220, 100],
])('of a terminal of %s columns, a line takes %s', (columns, width) => {
  expect(widthOfPage(columns)).toBe(width)
})

it('leaves sentences whole for programs that read them', () => {
  expect(widthOfSentences(undefined)).toBe(Number.POSITIVE_INFINITY)
  expect(widthOfSentences(80)).toBe(80)
})
