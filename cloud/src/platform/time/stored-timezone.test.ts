import { expect, test } from 'vitest'
import { offsetMs, startOfDay } from './calendar.js'
import { storedTimezone } from './stored-timezone.js'

test('names of before are the zones that people were shown, and what was a zone to nobody is none', () => {
  const read = (names: string) =>
    names
      .split(' ')
      .map((name) => storedTimezone(name) ?? 'none')
      .join(' ')
  expect(read('Europe/Zurich europe/zurich CET est AET IST')).toBe(
    'Europe/Zurich Europe/Zurich Europe/Brussels America/Panama Australia/Sydney Asia/Kolkata',
  )
  expect(read('SystemV/PST8PDT +01:00 -0500 +14 +00:00 +05:30')).toBe(
    'America/Los_Angeles Etc/GMT-1 Etc/GMT+5 Etc/GMT-14 UTC Asia/Kolkata',
  )
  expect(read('-0530 +23:00 Mars/Olympus Factory')).toBe('none none none none')
  expect(storedTimezone('')).toBeNull()
})

test('the calendar of a name that is no zone is that of UTC', () => {
  const at = Date.UTC(2026, 6, 1, 12)
  expect(['+01:00', 'CET', '-0530', 'Mars/Olympus'].map((name) => offsetMs(at, name) / 3_600_000)).toEqual([
    1, 2, 0, 0,
  ])
  expect(startOfDay('2026-07-01', '-0530')).toBe(Date.UTC(2026, 6, 1))
})
