import { describe, expect, it } from 'vitest'
import { afterAttempt, maxAttempts } from './retry-schedule.js'

describe('afterAttempt', () => {
  it.each([200, 201, 204, 299])('%i -> delivered', (status) => {
    expect(afterAttempt(1, { status, askedMs: null }, 0)).toEqual({ kind: 'delivered' })
  })

  it.each([401, 403])('%i -> refused, without a retry', (status) => {
    expect(afterAttempt(1, { status, askedMs: null }, 0)).toEqual({ kind: 'refused' })
  })

  it.each([null, 301, 302, 400, 404, 408, 429, 500, 503])('%s -> retry', (status) => {
    expect(afterAttempt(1, { status, askedMs: null }, 0).kind).toBe('retry')
  })

  it('waits 1 s, 5 s, 30 s, 5 min and 1 h, then gives up', () => {
    const waits = Array.from({ length: maxAttempts }, (_, index) =>
      afterAttempt(index + 1, { status: null, askedMs: null }, 0),
    )
    expect(waits.map((step) => (step.kind === 'retry' ? step.afterMs / 1000 : step.kind))).toEqual([
      1,
      5,
      30,
      300,
      3600,
      'exhausted',
    ])
  })

  it('410 -> gone, without a retry', () => {
    expect(afterAttempt(1, { status: 410, askedMs: null }, 0)).toEqual({ kind: 'gone' })
  })

  it.each([
    [1, 120_000, 0, 120_000],
    [1, 120_000, 0.5, 120_100],
    [4, 120_000, 0, 300_000],
    [1, 3_600_000, 0.999, 3_600_000],
    [5, 3_600_000, 0.5, 3_600_000],
    [1, 0, 0, 1000],
  ])('attempt %i, asked to wait %i ms: the longer one', (attempt, askedMs, random, afterMs) => {
    expect(afterAttempt(attempt, { status: 429, askedMs }, random)).toEqual({ kind: 'retry', afterMs })
  })

  it('waits for an hour at most, whatever chance and the receiver say', () => {
    const waits = [null, 1_000, 3_600_000, Number.MAX_SAFE_INTEGER].flatMap((askedMs) =>
      Array.from({ length: maxAttempts - 1 }, (_, index) =>
        afterAttempt(index + 1, { status: 503, askedMs }, 0.999),
      ),
    )
    for (const wait of waits)
      expect(wait.kind === 'retry' && wait.afterMs <= 3_600_000, JSON.stringify(wait)).toBe(true)
  })

  it('adds at most a fifth at random', () => {
    expect(afterAttempt(2, { status: 500, askedMs: null }, 0.999)).toEqual({ kind: 'retry', afterMs: 5999 })
  })
})
