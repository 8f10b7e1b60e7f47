import { expect, test } from 'vitest'
import { lineOf, percentOf, sizeOf } from './sizes.js'

test.each([
  [38.2, '38\u00a0MB'],
  [1024, '1\u00a0GB'],
  [4200, '4.1\u00a0GB'],
  [247_808, '242\u00a0GB'],
])('%s MiB', (mb, said) => {
  expect(sizeOf(mb, 'en')).toBe(said)
})

test('numbers have the marks of their language', () => {
  expect(sizeOf(4200, 'de')).toBe('4,1\u00a0GB')
  expect(lineOf(3.44, 'de')).toBe('3,4\u00a0Mbit/s')
  expect(lineOf(34.4, 'en')).toBe('34\u00a0Mbit/s')
  expect(percentOf(18.4, 'en')).toBe('18\u00a0%')
})
