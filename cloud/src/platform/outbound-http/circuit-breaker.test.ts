import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../time/clock.fake.js'
import { CircuitBreaker } from './circuit-breaker.js'

let clock: FakeClock
let circuitBreaker: CircuitBreaker
beforeEach(() => {
  clock = createFakeClock()
  circuitBreaker = new CircuitBreaker(clock)
})

const fail = (times: number, key = 'a') => {
  for (let n = 0; n < times; n += 1) circuitBreaker.settle(key, 'failed')
}

describe('an endpoint', () => {
  it('works -> paused: five failures in a row', () => {
    fail(4)
    circuitBreaker.settle('a', 'well')
    fail(4)
    expect([circuitBreaker.pauseOf('a'), circuitBreaker.open]).toEqual([null, 0])
    fail(1)
    expect([circuitBreaker.pauseOf('a'), circuitBreaker.open]).toEqual([30_000, 1])
    expect(circuitBreaker.pauseOf('b')).toBeNull()
  })

  it('paused -> tried: after the pause, by one request', async () => {
    fail(5)
    await clock.advance(29_999)
    expect(circuitBreaker.pauseOf('a')).toBe(1)
    await clock.advance(1)
    expect([circuitBreaker.pauseOf('a'), circuitBreaker.open]).toEqual([null, 0])
    expect(circuitBreaker.pauseOf('a')).toBeGreaterThan(0)
  })

  it('tried -> works: the try succeeds', async () => {
    fail(5)
    await clock.advance(30_000)
    circuitBreaker.pauseOf('a')
    circuitBreaker.settle('a', 'well')
    fail(4)
    expect(circuitBreaker.pauseOf('a')).toBeNull()
  })

  it('tried -> paused: the try fails, for longer each time, five minutes at most', async () => {
    fail(5)
    for (const pause of [60_000, 120_000, 240_000, 300_000, 300_000]) {
      await clock.advance(circuitBreaker.pauseOf('a') ?? 0)
      expect(circuitBreaker.pauseOf('a')).toBeNull()
      circuitBreaker.settle('a', 'failed')
      expect(circuitBreaker.pauseOf('a')).toBe(pause)
    }
  })

  it('tried -> tried: the try was given up, another takes its place', async () => {
    fail(5)
    await clock.advance(30_000)
    expect(circuitBreaker.pauseOf('a')).toBeNull()
    circuitBreaker.settle('a', 'unsettled')
    expect(circuitBreaker.pauseOf('a')).toBeNull()
  })

  it('is not paused longer by what was under way when the pause began', () => {
    fail(9)
    expect(circuitBreaker.pauseOf('a')).toBe(30_000)
  })
})
