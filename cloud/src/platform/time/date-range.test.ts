import { describe, expect, it } from 'vitest'
import { dateRange } from './date-range.js'

describe('dateRange', () => {
  it.each([
    ['2026-01-31', 'UTC', '2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31', 'Europe/Zurich', '2026-01-30T23:00:00.000Z', '2026-01-31T23:00:00.000Z'],
    ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-02T04:00:00.000Z'],
    ['2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z', '2026-07-01T18:15:00.000Z'],
    ['2026-03-29', 'Europe/Zurich', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Zurich', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])('%s in %s', (day, timezone, from, before) => {
    const range = dateRange(day, day, timezone)
    expect(range.from?.toISOString()).toBe(from)
    expect(range.before?.toISOString()).toBe(before)
  })

  it('takes a moment as it is, the end included', () => {
    const range = dateRange('2026-01-01T10:00:00Z', '2026-01-01T12:00:00+01:00', 'Asia/Tokyo')
    expect(range.from?.toISOString()).toBe('2026-01-01T10:00:00.000Z')
    expect(range.before?.toISOString()).toBe('2026-01-01T11:00:00.001Z')
  })

  it('leaves open what is not given', () => {
    expect(dateRange(undefined, undefined, 'UTC')).toEqual({ from: null, before: null })
  })
})
