import { expect, test } from 'vitest'
import { retryAfterMs } from './foreign-answer.js'

const date = 'Thu, 12 Mar 2026 10:00:00 GMT'

test.each([
  [{ 'retry-after': '120' }, 120_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '999999999' }, 3_600_000],
  // By the clock of who answers, whatever ours shows.
  [{ 'retry-after': 'Thu, 12 Mar 2026 10:02:00 GMT', date }, 120_000],
  [{ 'retry-after': 'Thu, 12 Mar 2026 10:02:00 GMT', date: 'Thursday' }, null],
  [{ 'retry-after': 'Thu, 12 Mar 2026 10:02:00 GMT' }, null],
  [{ 'retry-after': 'Thu, 12 Mar 2026 09:00:00 GMT', date }, null],
  [{ 'retry-after': 'Fri, 12 Mar 2027 10:00:00 GMT', date }, 3_600_000],
  [{ 'retry-after': 'soon', date }, null],
  [{ 'retry-after': '-5', date }, null],
  [{}, null],
])('%o asks to wait %s ms', (headers, ms) => {
  expect(retryAfterMs(headers)).toBe(ms)
})
