import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.js'

const now = Date.UTC(2026, 6, 1, 10)

test.each([
  ['120', 120_000],
  ['0', 0],
  ['999999999999', 3_600_000],
  ['Wed, 01 Jul 2026 10:00:30 GMT', 30_000],
  ['Wednesday, 01-Jul-26 10:00:30 GMT', 30_000],
  ['Wed Jul  1 10:00:30 2026', 30_000],
  ['Wed, 01 Jul 2026 09:00:00 GMT', 0],
  ['Fri, 02-Jul-99 10:00:00 GMT', null],
  ['Friday, 02-Jul-99 10:00:00 GMT', 0],
  ['Thu, 01 Jul 2027 10:00:00 GMT', 3_600_000],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
  ['', null],
  [null, null],
])('%s', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms)
})
