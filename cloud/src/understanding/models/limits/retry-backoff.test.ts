import { expect, test } from 'vitest'
import { backoffMs, retryAfterMs } from './retry-backoff.js'

test('pauses double up to 20 s, at most half of each taken away by chance', () => {
  expect([1, 2, 3, 6, 7, 50].map((failed) => backoffMs(failed, null, 1))).toEqual([
    500, 1000, 2000, 16_000, 20_000, 20_000,
  ])
  expect([1, 7].map((failed) => backoffMs(failed, null, 0))).toEqual([250, 10_000])
})

test('what the provider asks for counts, up to a minute, and never shortens', () => {
  expect(backoffMs(1, 7_000, 1)).toBe(7_000)
  expect(backoffMs(1, 0, 1)).toBe(500)
  expect(backoffMs(1, 86_400_000, 1)).toBe(60_000)
})

test('Retry-After is seconds or a date', () => {
  const now = Date.UTC(2026, 0, 1)
  const read = (header: string | undefined) => retryAfterMs(header, now)
  expect(['3', ' 0.5 ', 'Thu, 01 Jan 2026 00:00:09 GMT', 'Thu, 01 Jan 2025 00:00:00 GMT'].map(read)).toEqual([
    3_000, 500, 9_000, 0,
  ])
  for (const header of [undefined, '', 'soon', '-3', '1e9', '99999999999', 'Thu GMT'])
    expect(read(header)).toBeNull()
})
