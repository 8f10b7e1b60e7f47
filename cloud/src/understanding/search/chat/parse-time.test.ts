import { describe, expect, test } from 'vitest'
import { parseTime } from './parse-time.js'

const zone = 'Europe/Zurich'
/** A Saturday, 13:30 on the clock. */
const now = Date.parse('2026-03-14T12:30:00Z')
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16))
const understood = (question: string) => {
  const { from, before, daily, rest } = parseTime(question, now, zone)
  return [iso(from), iso(before), daily === null ? null : `${daily.from}-${daily.to}`, rest]
}

test.each([
  ['Who came yesterday?', '2026-03-12T23:00', '2026-03-13T23:00', null, 'who came ?'],
  ['What was there today', '2026-03-13T23:00', '2026-03-14T23:00', null, 'what was there'],
  ['the day before yesterday at the gate', '2026-03-11T23:00', '2026-03-12T23:00', null, 'at the gate'],
  ['Was anybody there last night?', '2026-03-13T19:00', '2026-03-14T05:00', null, 'was anybody there ?'],
  ['yesterday evening', '2026-03-13T17:00', '2026-03-13T21:00', null, ''],
  ['a dog this morning', '2026-03-14T05:00', '2026-03-14T11:00', null, 'a dog'],
  ['two days ago', '2026-03-11T23:00', '2026-03-12T23:00', null, ''],
  ['in the last 3 hours', '2026-03-14T09:30', null, null, ''],
  ['the past hour', '2026-03-14T11:30', null, null, ''],
  ['over the last two weeks', '2026-02-28T12:30', null, null, ''],
  ['last week', '2026-03-01T23:00', '2026-03-08T23:00', null, ''],
  ['this month', '2026-02-28T23:00', '2026-03-31T22:00', null, ''],
  ['on Monday', '2026-03-08T23:00', '2026-03-09T23:00', null, ''],
  ['on saturday', '2026-03-13T23:00', '2026-03-14T23:00', null, ''],
  ['last Saturday', '2026-03-06T23:00', '2026-03-07T23:00', null, ''],
  ['since thursday', '2026-03-11T23:00', null, null, ''],
  ['on friday night', '2026-03-13T21:00', '2026-03-14T05:00', null, ''],
  ['on 2026-01-31', '2026-01-30T23:00', '2026-01-31T23:00', null, ''],
  ['since 2026-01-31', '2026-01-30T23:00', null, null, ''],
  ['cars between 22:00 and 06:00', null, null, '22:00-06:00', 'cars'],
  ['from 8 to 10 pm', null, null, '20:00-22:00', ''],
  ['yesterday after 10pm', '2026-03-12T23:00', '2026-03-13T23:00', '22:00-00:00', ''],
  ['before 6 am', null, null, '00:00-06:00', ''],
  ['a person at night', null, null, '22:00-06:00', 'a person'],
  ['12 parcels', null, null, null, '12 parcels'],
  ['on 2026-02-30', null, null, null, 'on 2026-02-30'],
  ['after 25:00', null, null, null, 'after 25:00'],
])('%s', (question, from, before, daily, rest) => {
  expect(understood(question)).toEqual([from, before, daily, rest])
})

describe('the days of the clock', () => {
  test('are those of the time zone, with 23 hours where the clocks change', () => {
    const sunday = Date.parse('2026-03-29T12:00:00Z')
    const { from, before } = parseTime('today', sunday, zone)
    expect((before ?? 0) - (from ?? 0)).toBe(23 * 60 * 60_000)
    expect(iso(parseTime('yesterday', now, 'America/Santiago').from)).toBe('2026-03-13T03:00')
  })
})

test('takes no time from hostile questions, and little of it', () => {
  const began = process.cpuUsage()
  for (const text of ['last '.repeat(200), 'between 1 '.repeat(100), '9'.repeat(1000), ' '.repeat(1000)]) {
    expect(parseTime(text, now, zone).daily).toBeNull()
  }
  // Of the processor: what else the machine does takes time of day.
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(200)
})
