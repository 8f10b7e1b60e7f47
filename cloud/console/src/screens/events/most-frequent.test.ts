import { expect, it } from 'vitest'
import { mostFrequent } from './most-frequent.js'

const buckets = [
  { by_category: { motion: 3, io: 1, audio: 2 } },
  { by_category: { motion: 1, intrusion: 6, schedule: 3, line_crossing: 9, tamper: 2 } },
]

it('counts over all parts, the most frequent first, and leaves out what there is the least of', () => {
  expect(mostFrequent(buckets, undefined)).toEqual([
    ['line_crossing', 9],
    ['intrusion', 6],
    ['motion', 4],
    ['schedule', 3],
    ['tamper', 2],
  ])
})

it('keeps the chosen one, however seldom it is', () => {
  expect(mostFrequent(buckets, 'io').at(-1)).toEqual(['io', 1])
  expect(mostFrequent(buckets, 'other').at(-1)).toEqual(['other', 0])
  expect(mostFrequent([], 'other')).toEqual([['other', 0]])
})

it('is nothing where nothing happened', () => {
  expect(mostFrequent([{ by_category: {} }], undefined)).toEqual([])
})
