import type { Clock } from '@sightline/client/live'
import { beforeEach, expect, test } from 'vitest'
import { LastDrawn } from './last-drawn.js'

let nowMs: number
let wallMs: number
let last: LastDrawn

beforeEach(() => {
  nowMs = 0
  wallMs = 1_000_000
  const clock: Clock = { now: () => nowMs, wall: () => wallMs, after: () => () => {} }
  last = new LastDrawn(clock)
})

const passes = (ms: number) => {
  nowMs += ms
  wallMs += ms
}

test('what stands there keeps its own time, also where nobody waits for it any more', () => {
  expect(last.drawn({ capturedMs: 500, ptsUs: 0 }, true)).toBe(true)
  passes(40)
  last.leave()
  expect(last.drawn({ capturedMs: 540, ptsUs: 40_000 }, false)).toBe(false)
  expect([last.capturedMs, last.ageMs]).toEqual([540, null])
  last.clear()
  expect(last.capturedMs).toBeNull()
})

test('a picture from before the machine slept is as old as the sleep was long', () => {
  last.drawn({ capturedMs: 500, ptsUs: 0 }, true)
  passes(100)
  expect(last.ageMs).toBe(100)
  wallMs += 3_600_000
  expect(last.ageMs).toBe(3_600_100)
})

test('a clock that is put back makes no picture younger', () => {
  last.drawn({ capturedMs: 500, ptsUs: 0 }, true)
  passes(100)
  wallMs -= 3_600_000
  expect(last.ageMs).toBe(100)
})
