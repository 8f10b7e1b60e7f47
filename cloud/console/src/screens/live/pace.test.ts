import { expect, it } from 'vitest'
import { freshPace, type Pace, paceAfter } from './pace.js'
import type { Motion } from './what-moves.js'

/** A sample each second, each with so many of eight behind. */
function after(behind: readonly number[], wished: Motion, from: Pace = freshPace): Pace {
  return behind.reduce(
    (pace, one, at) => paceAfter(pace, { nowMs: at * 1000, moving: 8, behind: one }, wished),
    from,
  )
}

const seconds = (count: number, behind: number) => Array.from({ length: count }, () => behind)

it('one that is behind among many changes nothing, nor do several for a moment', () => {
  expect(after(seconds(20, 1), 'all').most).toBe('all')
  expect(after([0, 8, 8, 8, 0, 8, 8], 'all').most).toBe('all')
})

it('steps down by one for each four seconds in which too many are behind', () => {
  expect(after(seconds(5, 4), 'all').most).toBe('matters')
  expect(after(seconds(10, 4), 'all').most).toBe('keys')
  expect(after(seconds(5, 4), 'matters').most).toBe('keys')
})

it('tries more again after a quiet minute, one step at a time', () => {
  const down: Pace = { most: 'keys', badSinceMs: null, goodSinceMs: null }
  expect(after(seconds(60, 0), 'all', down).most).toBe('keys')
  expect(after(seconds(61, 0), 'all', down).most).toBe('matters')
  expect(after(seconds(122, 0), 'all', down).most).toBe('all')
})

it('what stays as it was is the same', () => {
  const pace = paceAfter(freshPace, { nowMs: 0, moving: 8, behind: 0 }, 'all')
  expect(paceAfter(pace, { nowMs: 1000, moving: 8, behind: 0 }, 'all')).toBe(pace)
})
