import { expect, test } from 'vitest'
import { digestText } from './digest-text.js'

const at = (second: number) => new Date(Date.UTC(2026, 2, 28, 22, 0, second)).toISOString()
const digest = (change: Partial<Parameters<typeof digestText>[0]> = {}) =>
  digestText({
    count: 2,
    latest: [
      { at: at(40), description: 'Sound at Gate' },
      { at: at(0), description: 'Motion at Gate' },
    ],
    late: false,
    timezone: 'Europe/Berlin',
    ...change,
  })

test('a digest names each alert by the time at which it happened, in the zone of its reader', () => {
  expect(digest()).toBe(
    '2 alerts (times of Europe/Berlin):\n28 March, 23:00:00  Motion at Gate\n28 March, 23:00:40  Sound at Gate',
  )
  expect(digest({ timezone: 'Asia/Kolkata' })).toContain('29 March, 03:30:00  Motion')
})

test('one alert is told by its description, none by nothing', () => {
  expect(digest({ count: 1, latest: [{ at: at(0), description: 'Motion at Gate' }] })).toBe('Motion at Gate')
  expect(digest({ count: 0, latest: [] })).toBe('')
})

test('late alerts are said to be late, and what is not named is counted', () => {
  expect(digest({ late: true, count: 12 }).split('\n').slice(0, 2)).toEqual([
    '12 alerts that arrived late (times of Europe/Berlin):',
    '10 earlier',
  ])
})

test('the hour that comes twice in autumn and the one that is missing in spring break nothing', () => {
  const latest = [
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
  ]
  const text = digest({ count: 4, latest: latest.map((when) => ({ at: when, description: 'Motion' })) })
  expect(text.split('\n').slice(1)).toEqual([
    '29 March, 01:59:59  Motion',
    '29 March, 03:00:00  Motion',
    '25 October, 02:30:00  Motion',
    '25 October, 02:30:00  Motion',
  ])
})

test('whatever cameras and rules are called, a line stays a line, and the whole is short', () => {
  const hostile = `Gate\r\nBcc: eve@example.com\u2028\u0000\u202e\u200b${'x'.repeat(10_000)}`
  const latest = Array.from({ length: 50 }, (_, second) => ({ at: at(second), description: hostile }))
  const text = digest({ count: 2_000_000, latest })
  expect(text.split('\n')).toHaveLength(12)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(text.length).toBeLessThan(12 * 240)
})
