import { expect, it } from 'vitest'
import type { EventItem } from '../../api/events.js'
import { recentMs } from '../../api/merge-recent.js'
import { momentAt, stripPaths, stripTicks } from './strip-bars.js'

const nowMs = Date.parse('2026-05-04T12:00:00.000Z')
const at = (minutesAgo: number, id: string, tags: string[] = []) =>
  ({
    id,
    triggered_at: new Date(nowMs - minutesAgo * 60_000).toISOString(),
    event_category: 'motion',
    trigger_source: 'onvif',
    tags,
    duration_sec: 60,
  }) as unknown as EventItem

it('an event stands where its time is, in the colour of its kind; what is older stands nowhere', () => {
  const paths = stripPaths([at(60, 'a', ['person']), at(121, 'old'), at(0, 'b')], new Set(), {
    width: 1000,
    nowMs,
  })
  expect([...paths.keys()].toSorted()).toEqual(['movement', 'person'])
  expect(paths.get('person')).toMatch(/^M497\.0 /)
  expect(paths.get('movement')).toMatch(/^M997\.0 /)
})

it('the event of an alert that nobody took is red, whatever its kind', () => {
  const paths = stripPaths([at(1, 'a', ['person']), at(2, 'b', ['person'])], new Set(['a']), {
    width: 1000,
    nowMs,
  })
  expect(paths.get('alert')?.match(/M/g)).toHaveLength(1)
  expect(paths.get('person')?.match(/M/g)).toHaveLength(1)
})

it('places and moments are one', () => {
  expect(momentAt(0, nowMs)).toBe(nowMs - recentMs)
  expect(momentAt(0.5, nowMs)).toBe(nowMs - recentMs / 2)
  expect(momentAt(7, nowMs)).toBe(nowMs)
  for (const { share, ms } of stripTicks(nowMs)) expect(momentAt(share, nowMs)).toBe(ms)
})
