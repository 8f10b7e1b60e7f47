import { expect, test } from 'vitest'
import { byteRange } from './byte-range.js'

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['Bytes=10-19', { start: 10, end: 19 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=-5', { start: 995, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=1000-2000', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
])('%s of 1000 bytes', (header, expected) => {
  expect(byteRange(header, 1000)).toEqual(expected)
})

test('nothing of an empty object can be had in part', () => {
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(byteRange('bytes=-1', 0)).toBe('unsatisfiable')
  expect(byteRange(undefined, 0)).toBe('whole')
})
