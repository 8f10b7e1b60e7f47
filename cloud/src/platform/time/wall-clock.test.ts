import { expect, it } from 'vitest'
import { clockOf, type DailyHours, isWithinHours, minuteOf, shownTime, wallTime } from './wall-clock.js'

const nights: DailyHours = { days: ['fri', 'sat'], from: '22:00', to: '06:00' }
const day: DailyHours = { days: ['sun'], from: '00:00', to: '24:00' }

it.each([
  // 2026-03-13 is a Friday; Berlin is an hour ahead of UTC.
  [nights, '2026-03-13T20:59:59Z', false],
  [nights, '2026-03-13T21:00:00Z', true],
  [nights, '2026-03-14T04:59:59Z', true],
  [nights, '2026-03-14T05:00:00Z', false],
  // The morning after Saturday is within, the one after Sunday is not, nor is Friday's own morning.
  [nights, '2026-03-15T03:00:00Z', true],
  [nights, '2026-03-16T03:00:00Z', false],
  [nights, '2026-03-13T03:00:00Z', false],
  [day, '2026-03-14T23:00:00Z', true],
  [day, '2026-03-15T22:59:00Z', true],
  [day, '2026-03-15T23:00:00Z', false],
  [{ from: '22:00', to: '06:00' }, '2026-03-16T03:00:00Z', true],
])('%j at %s: %s', (hours, at, within) => {
  expect(isWithinHours(hours, wallTime(new Date(at), 'Europe/Berlin'))).toBe(within)
})

it('says the time of the site', () => {
  expect(shownTime(new Date('2026-03-14T21:05:00Z'), 'Europe/Berlin')).toBe(
    'sat 2026-03-14 22:05 (Europe/Berlin)',
  )
  expect(shownTime(new Date('2026-03-14T21:05:00Z'), 'UTC')).toBe('sat 2026-03-14 21:05 (UTC)')
})

it('knows the day and the minute, also where clocks differ by half an hour', () => {
  expect(wallTime(new Date('2026-03-29T01:00:00Z'), 'Europe/Zurich')).toEqual({
    day: '2026-03-29',
    weekday: 'sun',
    minute: 180,
  })
  expect(wallTime(new Date('2026-06-10T18:29:59.999Z'), 'Asia/Kolkata').minute).toBe(1_439)
  expect(wallTime(new Date('2026-06-10T18:30:00Z'), 'Asia/Kolkata')).toEqual({
    day: '2026-06-11',
    weekday: 'thu',
    minute: 0,
  })
})

it.each([
  ['00:00', 0],
  ['06:05', 365],
  ['24:00', 1_440],
])('%s is minute %i', (clock, minute) => {
  expect(minuteOf(clock)).toBe(minute)
  expect(clockOf(minute)).toBe(clock)
})
