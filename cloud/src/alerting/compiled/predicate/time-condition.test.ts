import type { Weekday } from '@sightline/protocol'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { evaluate } from './evaluate.js'
import { factsOf, predicateOf } from './predicate.fixture.js'

type Day = z.infer<typeof Weekday>

const within = (hours: string, at: string, days?: Day[], timezone = 'Europe/Zurich') => {
  const [from = '', to = ''] = hours.split('-')
  const condition = { op: 'time' as const, from, to, ...(days && { days }) }
  return (
    evaluate(predicateOf(condition), factsOf({ triggered_at: new Date(at), timezone })).outcome === 'match'
  )
}

test('from is included, to is not', () => {
  expect(within('22:00-06:00', '2026-06-10T20:00:00Z')).toBe(true)
  expect(within('22:00-06:00', '2026-06-10T19:59:59.999Z')).toBe(false)
  expect(within('22:00-06:00', '2026-06-11T03:59:59.999Z')).toBe(true)
  expect(within('22:00-06:00', '2026-06-11T04:00:00Z')).toBe(false)
  expect(within('18:00-24:00', '2026-06-10T21:59:59Z')).toBe(true)
  expect(within('18:00-24:00', '2026-06-10T22:00:00Z')).toBe(false)
})

test('hours over midnight belong to the day on which they begin', () => {
  // 10 June 2026 is a Wednesday.
  expect(within('22:00-06:00', '2026-06-10T21:00:00Z', ['wed'])).toBe(true)
  expect(within('22:00-06:00', '2026-06-11T01:00:00Z', ['wed'])).toBe(true)
  expect(within('22:00-06:00', '2026-06-10T01:00:00Z', ['wed'])).toBe(false)
  expect(within('22:00-06:00', '2026-06-15T01:00:00Z', ['sun'])).toBe(true)
  expect(within('00:00-24:00', '2026-06-13T12:00:00Z', ['sat', 'sun'])).toBe(true)
  expect(within('00:00-24:00', '2026-06-15T12:00:00Z', ['sat', 'sun'])).toBe(false)
})

describe('when the clocks change', () => {
  test('an hour that comes twice is within both times', () => {
    // Zurich, 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
      expect(within('02:00-03:00', at)).toBe(true)
      expect(within('22:00-06:00', at, ['sat'])).toBe(true)
      expect(within('03:00-06:00', at)).toBe(false)
    }
    expect(within('22:00-06:00', '2026-10-25T04:59:59Z')).toBe(true)
    expect(within('22:00-06:00', '2026-10-25T05:00:00Z')).toBe(false)
  })

  test('hours that begin in a skipped hour begin when it is over', () => {
    // Zurich, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
    expect(within('02:30-05:00', '2026-03-29T00:59:59Z')).toBe(false)
    expect(within('02:30-05:00', '2026-03-29T01:00:00Z')).toBe(true)
    expect(within('02:00-03:00', '2026-03-29T01:00:00Z')).toBe(false)
    expect(within('22:00-06:00', '2026-03-29T03:59:59Z', ['sat'])).toBe(true)
    expect(within('22:00-06:00', '2026-03-29T04:00:00Z', ['sat'])).toBe(false)
  })

  test('midnight that is skipped, and zones with half hours', () => {
    // Santiago, 6 September 2026: 00:00 becomes 01:00 at 04:00 UTC, a Sunday.
    expect(within('00:00-24:00', '2026-09-06T03:59:59Z', ['sun'], 'America/Santiago')).toBe(false)
    expect(within('00:00-24:00', '2026-09-06T04:00:00Z', ['sun'], 'America/Santiago')).toBe(true)
    expect(within('05:30-06:00', '2026-06-10T00:00:00Z', undefined, 'Asia/Kolkata')).toBe(true)
    expect(within('05:30-06:00', '2026-06-10T00:30:00Z', undefined, 'Asia/Kolkata')).toBe(false)
  })

  test('a zone of the condition counts in place of that of the site', () => {
    const condition = { op: 'time' as const, from: '17:00', to: '17:30', timezone: 'America/New_York' }
    expect(evaluate(predicateOf(condition), factsOf()).conditions[0]?.why).toBe(
      'time 17:10 is within 17:00-17:30',
    )
  })
})
