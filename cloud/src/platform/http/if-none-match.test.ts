import { expect, test } from 'vitest'
import { isUnchanged } from './if-none-match.js'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"x", W/"a"', true],
  ['"x","a","y"', true],
  ['*', true],
  [' "a" ', true],
  ['"x, "', false],
  ['"aa"', false],
  ['a', false],
  ['w/"b"', false],
  ['', false],
  [undefined, false],
])('%s', (given, unchanged) => {
  expect(isUnchanged(given, '"a"')).toBe(unchanged)
  expect(isUnchanged(given, 'W/"a"')).toBe(unchanged)
})
