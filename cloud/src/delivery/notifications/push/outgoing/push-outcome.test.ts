import { expect, test } from 'vitest'
import { outcomeOf } from './push-outcome.js'

const now = Date.UTC(2026, 6, 1, 10)
const answered = (status: number, retryAfter: string | null = null) =>
  outcomeOf({ kind: 'answered', status, excerpt: '', retryAfter }, now)

test.each([200, 201, 202, 204])('%i is taken', (status) => {
  expect(answered(status)).toEqual({ kind: 'taken' })
})

test.each([404, 410])('%i: the browser is gone', (status) => {
  expect(answered(status)).toEqual({ kind: 'gone' })
})

test.each([301, 400, 401, 403, 413])('%i is refused for good', (status) => {
  expect(answered(status)).toEqual({ kind: 'refused', reason: `the push service answered ${status}` })
})

test.each([
  [429, '120', 120_000],
  [503, new Date(now + 30_000).toUTCString(), 30_000],
  [429, '999999', 3_600_000],
  [503, new Date(now - 30_000).toUTCString(), 0],
  [500, null, null],
  [502, 'soon', null],
  [408, '-5', null],
])('%i with Retry-After %s: later', (status, retryAfter, waitMs) => {
  expect(answered(status, retryAfter)).toEqual({
    kind: 'failed',
    reason: `the push service answered ${status}`,
    waitMs,
  })
})

test('an address that may not be reached is refused for good, a connection that broke is tried again', () => {
  expect(outcomeOf({ kind: 'failed', stage: 'address', reason: 'inside' }, now).kind).toBe('refused')
  expect(outcomeOf({ kind: 'failed', stage: 'timeout', reason: 'late' }, now)).toEqual({
    kind: 'failed',
    reason: 'late',
    waitMs: null,
  })
})
