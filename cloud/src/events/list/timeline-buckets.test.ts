import { describe, expect, test } from 'vitest'
import { bucketBounds, stretchOf } from './timeline-buckets.js'

const at = (text: string) => Date.parse(text)
const boundsOf = (from: string, before: string, interval: 'hour' | 'day', timezone: string) =>
  bucketBounds({ from: at(from), before: at(before) }, interval, timezone).map((bound) =>
    new Date(bound).toISOString().replace(':00.000Z', 'Z'),
  )

describe('the bounds of', () => {
  test('days begin at midnight, around both ends', () => {
    expect(boundsOf('2026-03-14T09:30:00Z', '2026-03-16T00:00:00Z', 'day', 'UTC')).toEqual([
      '2026-03-14T00:00Z',
      '2026-03-15T00:00Z',
      '2026-03-16T00:00Z',
    ])
  })

  test('days have 23 and 25 hours where clocks change', () => {
    expect(boundsOf('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'day', 'Europe/Zurich')).toEqual([
      '2026-03-28T23:00Z',
      '2026-03-29T22:00Z',
    ])
    expect(boundsOf('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'day', 'Europe/Zurich')).toEqual([
      '2026-10-24T22:00Z',
      '2026-10-25T23:00Z',
    ])
  })

  test('hours of a day with 25 of them', () => {
    expect(boundsOf('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'hour', 'Europe/Zurich')).toHaveLength(26)
  })

  test('hours where the offset is no whole hour', () => {
    expect(boundsOf('2026-07-01T12:20:00Z', '2026-07-01T13:20:00Z', 'hour', 'Asia/Kathmandu')).toEqual([
      '2026-07-01T12:15Z',
      '2026-07-01T13:15Z',
      '2026-07-01T14:15Z',
    ])
  })

  test('a stretch over a day that never was', () => {
    expect(boundsOf('2011-12-29T10:00:00Z', '2011-12-31T10:00:00Z', 'day', 'Pacific/Apia')).toEqual([
      '2011-12-29T10:00Z',
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
    ])
  })

  test('an empty stretch are none', () => {
    expect(boundsOf('2026-03-14T09:30:00Z', '2026-03-14T09:30:00Z', 'hour', 'UTC')).toEqual([])
    expect(boundsOf('2026-03-15T00:00:00Z', '2026-03-14T00:00:00Z', 'day', 'UTC')).toEqual([])
  })

  test('at most a thousand buckets', () => {
    expect(boundsOf('2026-01-01T00:00:00Z', '2026-02-11T16:00:00Z', 'hour', 'UTC')).toHaveLength(1001)
    const refused = (from: string, before: string, interval: 'hour' | 'day') => () =>
      boundsOf(from, before, interval, 'UTC')
    expect(refused('2026-01-01T00:30:00Z', '2026-02-11T16:30:00Z', 'hour')).toThrow('at most 1000 buckets')
    expect(refused('1970-01-01T00:00:00Z', '2200-01-01T00:00:00Z', 'hour')).toThrow('at most 1000 buckets')
    expect(refused('1970-01-01T00:00:00Z', '2200-01-01T00:00:00Z', 'day')).toThrow('at most 1000 buckets')
  })
})

test('what a range leaves open is closed', () => {
  const now = at('2026-03-14T09:30:00Z')
  const from = new Date('2026-03-01T00:00:00Z')
  const before = new Date('2026-03-02T00:00:00Z')
  expect(stretchOf({ from: null, before: null }, 'hour', now)).toEqual({
    from: now - 24 * 3_600_000,
    before: now,
  })
  expect(stretchOf({ from: null, before: null }, 'day', now)).toEqual({
    from: now - 720 * 3_600_000,
    before: now,
  })
  expect(stretchOf({ from, before: null }, 'hour', now)).toEqual({ from: from.getTime(), before: now })
  expect(stretchOf({ from: null, before }, 'hour', now)).toEqual({
    from: at('2026-03-01T00:00:00Z'),
    before: before.getTime(),
  })
})
