import { describe, expect, test } from 'vitest'
import { dayAfter, endOfHour, localDay, startOfDay, startOfHour } from './calendar.js'

const iso = (at: number) => new Date(at).toISOString()

describe('startOfDay', () => {
  test.each([
    ['2026-01-31', 'UTC', '2026-01-31T00:00:00.000Z'],
    ['2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
    ['2026-07-01', 'Pacific/Kiritimati', '2026-06-30T10:00:00.000Z'],
    ['2026-07-01', 'Pacific/Pago_Pago', '2026-07-01T11:00:00.000Z'],
    // Clocks change during these days.
    ['2026-03-29', 'Europe/Zurich', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', 'Europe/Zurich', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Zurich', '2026-10-25T23:00:00.000Z'],
    // Midnight is skipped: the day begins at one.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // Clocks go back at midnight to 23:00 of the day before.
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
    // Midnight to one comes twice on this day.
    ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
    // A day that never was begins, and ends, where the next does.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s', (day, timezone, start) => {
    expect(iso(startOfDay(day, timezone))).toBe(start)
  })

  test('the calendar shows the day from its first moment on, and not before', () => {
    for (const timezone of ['Europe/Zurich', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut', 'UTC']) {
      for (let day = '2026-01-01'; day < '2027-01-01'; day = dayAfter(day)) {
        const start = startOfDay(day, timezone)
        expect([timezone, localDay(start, timezone)]).toEqual([timezone, day])
        expect(localDay(start - 1, timezone) < day, `${timezone} ${day}`).toBe(true)
      }
    }
  })
})

test.each([
  ['2026-07-01T12:34:56.789Z', 'UTC', '2026-07-01T12:00:00.000Z', '2026-07-01T13:00:00.000Z'],
  ['2026-07-01T12:34:56.789Z', 'Asia/Kathmandu', '2026-07-01T12:15:00.000Z', '2026-07-01T13:15:00.000Z'],
  ['1969-12-31T23:30:00.000Z', 'UTC', '1969-12-31T23:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  // Two o'clock comes twice: both are hours of their own.
  ['2026-10-25T00:10:00.000Z', 'Europe/Zurich', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
  ['2026-10-25T01:10:00.000Z', 'Europe/Zurich', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
  // Clocks go by half an hour: from 2:00 to 2:30, and from 2:00 to 1:30.
  ['2026-10-03T15:00:00.000Z', 'Australia/Lord_Howe', '2026-10-03T14:30:00.000Z', '2026-10-03T16:00:00.000Z'],
  ['2026-04-04T14:10:00.000Z', 'Australia/Lord_Howe', '2026-04-04T14:00:00.000Z', '2026-04-04T15:30:00.000Z'],
])('the hour around %s in %s', (at, timezone, start, end) => {
  expect(iso(startOfHour(Date.parse(at), timezone))).toBe(start)
  expect(iso(endOfHour(Date.parse(start), timezone))).toBe(end)
})
