import { expect, test } from 'vitest'
import { drawAt } from './pacing.js'

/** Draws pictures that are `spacingMs` apart as they come. @returns when each is drawn */
function drawn(arrivals: readonly number[], spacingMs: number): number[] {
  const at: number[] = []
  for (const arrived of arrivals) {
    const nowMs = Math.max(arrived, at.at(-1) ?? arrived)
    const waiting = arrivals.filter((other) => other >= arrived && other <= nowMs).length
    at.push(drawAt({ nowMs, drawnAtMs: at.at(-1) ?? null, spacingMs, waiting }))
  }
  return at
}

test('what comes evenly is drawn at once', () => {
  expect(drawn([0, 40, 80, 120], 40)).toEqual([0, 40, 80, 120])
})

test('what came together is pulled apart, and the delay is gone soon', () => {
  const arrivals = [0, 40, 160, 160, 160, ...Array.from({ length: 20 }, (_, n) => 200 + 40 * n)]
  const at = drawn(arrivals, 40)
  const gaps = at.slice(1).map((one, n) => one - (at[n] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20)
  expect((at.at(-1) ?? 0) - (arrivals.at(-1) ?? 0)).toBeLessThan(1)
})

test('a picture after a gap, and keyframes alone, wait for nothing', () => {
  expect(drawAt({ nowMs: 1000, drawnAtMs: 990, spacingMs: 2000, waiting: 1 })).toBe(1000)
  expect(drawAt({ nowMs: 1000, drawnAtMs: 990, spacingMs: -40, waiting: 1 })).toBe(1000)
  expect(drawAt({ nowMs: 1000, drawnAtMs: null, spacingMs: 40, waiting: 1 })).toBe(1000)
})
