import { expect, test } from 'vitest'
import { dayOutages } from './day-outages.js'

const nowMs = Date.parse('2026-03-14T12:00:00.000Z')

test('outages are cut to the last 24 hours, and the one that lasts goes on until now', () => {
  const { stretches, sec } = dayOutages(
    [
      { start_at: '2026-03-13T09:00:00.000Z', end_at: '2026-03-13T18:00:00.000Z' },
      { start_at: '2026-03-14T09:00:00.000Z', end_at: null },
    ],
    nowMs,
  )
  expect(stretches).toEqual([
    { from: 0, to: 0.25 },
    { from: 0.875, to: 1 },
  ])
  expect(sec).toBe(9 * 3600)
})

test('what was before is none, and so is one that begins later than now by our clock', () => {
  const before = { start_at: '2026-03-12T09:00:00.000Z', end_at: '2026-03-12T10:00:00.000Z' }
  const later = { start_at: '2026-03-14T12:00:03.000Z', end_at: null }
  expect(dayOutages([before, later], nowMs)).toEqual({ stretches: [], sec: 0 })
})
