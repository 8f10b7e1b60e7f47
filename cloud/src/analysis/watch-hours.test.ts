import type { MonitoringSchedule } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { isWatched, localTime } from './watch-hours.js'

const nights: MonitoringSchedule = [{ days: ['fri', 'sat'], from: '22:00', to: '06:00' }]
const day: MonitoringSchedule = [{ days: ['sun'], from: '00:00', to: '24:00' }]

it.each([
  // 2026-03-13 is a Friday; Berlin is an hour ahead of UTC.
  [nights, '2026-03-13T20:59:59Z', false],
  [nights, '2026-03-13T21:00:00Z', true],
  [nights, '2026-03-14T04:59:59Z', true],
  [nights, '2026-03-14T05:00:00Z', false],
  // The morning after Saturday is watched, the one after Sunday is not, nor is Friday's own morning.
  [nights, '2026-03-15T03:00:00Z', true],
  [nights, '2026-03-16T03:00:00Z', false],
  [nights, '2026-03-13T03:00:00Z', false],
  [day, '2026-03-14T23:00:00Z', true],
  [day, '2026-03-15T22:59:00Z', true],
  [day, '2026-03-15T23:00:00Z', false],
  [[], '2026-03-15T23:00:00Z', true],
])('%j at %s: %s', (schedule, at, watched) => {
  expect(isWatched(schedule, new Date(at), 'Europe/Berlin')).toBe(watched)
})

it('says the time of the site', () => {
  expect(localTime(new Date('2026-03-14T21:05:00Z'), 'Europe/Berlin')).toBe(
    'sat 2026-03-14 22:05 (Europe/Berlin)',
  )
  expect(localTime(new Date('2026-03-14T21:05:00Z'), 'UTC')).toBe('sat 2026-03-14 21:05 (UTC)')
})
