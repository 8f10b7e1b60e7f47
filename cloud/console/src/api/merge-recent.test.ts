import { expect, it } from 'vitest'
import type { EventItem } from './events.js'
import { merged } from './merge-recent.js'

const event = (id: string, second: number, summary: string | null = null) =>
  ({ id, summary, triggered_at: new Date(second * 1000).toISOString() }) as EventItem

it('what came stands before what was there, what changed in its place, and what went is not there', () => {
  const before = [event('c', 3), event('b', 2), event('a', 1)]
  const now = merged(before, [event('b', 2, 'A fox'), event('d', 4)], ['a'])
  expect(now.map(({ id, summary }) => [id, summary])).toEqual([
    ['d', null],
    ['c', null],
    ['b', 'A fox'],
  ])
})

it('an event that came late stands where it belongs', () => {
  expect(merged([event('c', 3), event('a', 1)], [event('b', 2)], []).map(({ id }) => id)).toEqual([
    'c',
    'b',
    'a',
  ])
})

it('one that was removed and came again in one answer is gone', () => {
  expect(merged([], [event('a', 1)], ['a'])).toEqual([])
})
