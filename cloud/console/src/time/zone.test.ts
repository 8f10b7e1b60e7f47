import { describe, expect, it } from 'vitest'
import { boundsOfDay, dayAfter, dayOf, evenStretches, momentAt, offsetAt, offsetName } from './zone.js'

const zurich = 'Europe/Zurich'
const at = (text: string): number => Date.parse(text)
const hour = 3_600_000

it('knows the offset of a zone, with halves of hours and across the date line', () => {
  expect(offsetAt(at('2026-03-12T12:00:00Z'), zurich)).toBe(hour)
  expect(offsetAt(at('2026-07-12T12:00:00.500Z'), zurich)).toBe(2 * hour)
  expect(offsetAt(at('2026-03-12T12:00:00Z'), 'Asia/Kolkata')).toBe(5.5 * hour)
  expect(offsetAt(at('2026-01-12T12:00:00Z'), 'Pacific/Auckland')).toBe(13 * hour)
  expect(offsetAt(at('2026-03-12T12:00:00Z'), 'Nowhere/None')).toBe(0)
})

it.each([
  ['Europe/Zurich', 'UTC+1'],
  ['Asia/Kolkata', 'UTC+5:30'],
  ['America/St_Johns', 'UTC−3:30'],
  ['UTC', 'UTC'],
])('says how %s stands to UTC: %s', (zone, name) => {
  expect(offsetName(at('2026-01-12T12:00:00Z'), zone)).toBe(name)
})

describe('a day', () => {
  it.each([
    ['2026-03-12', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('%s has %i hours in Zürich', (day, hours) => {
    const { from, to } = boundsOfDay(day, zurich)
    expect((to - from) / hour).toBe(hours)
    expect([dayOf(from, zurich), dayOf(to - 1, zurich), dayOf(to, zurich)]).toEqual([
      day,
      day,
      dayAfter(day, 1),
    ])
  })

  it('begins an hour later where midnight is leapt over', () => {
    // Egypt: 2026-04-24 begins at 1:00.
    const { from, to } = boundsOfDay('2026-04-24', 'Africa/Cairo')
    expect([dayOf(from - 1, 'Africa/Cairo'), dayOf(from, 'Africa/Cairo')]).toEqual([
      '2026-04-23',
      '2026-04-24',
    ])
    expect((to - from) / hour).toBe(23)
  })

  it('goes over the ends of months', () => {
    expect([dayAfter('2026-03-01', -1), dayAfter('2026-12-31', 1)]).toEqual(['2026-02-28', '2027-01-01'])
  })
})

describe('where clocks change', () => {
  it('are two stretches, to the second', () => {
    const { from, to } = boundsOfDay('2026-10-25', zurich)
    expect(evenStretches(from, to, zurich)).toEqual([
      { from, to: at('2026-10-25T01:00:00Z'), offset: 2 * hour },
      { from: at('2026-10-25T01:00:00Z'), to, offset: hour },
    ])
    expect(evenStretches(from + 500, from + 1500, zurich)).toHaveLength(1)
  })

  it('a time that comes twice is the first, one that never comes is the leap', () => {
    expect(momentAt('2026-10-25', 2.5 * hour, zurich)).toBe(at('2026-10-25T00:30:00Z'))
    expect(momentAt('2026-03-29', 2.5 * hour, zurich)).toBe(at('2026-03-29T01:00:00Z'))
    expect(momentAt('2026-03-29', 3 * hour, zurich)).toBe(at('2026-03-29T01:00:00Z'))
  })
})
