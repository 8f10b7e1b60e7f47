import { leastPartBytes } from '@sightline/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../platform/clock.fake.js'
import { type Obstacle, PartLimit } from './part-limit.js'

const MiB = 1024 * 1024
let clock: FakeClock
let limit: PartLimit
beforeEach(() => {
  clock = createFakeClock()
  limit = new PartLimit(clock)
})

const stop = (bytes: number, obstacle: Obstacle, times = 1) => {
  for (let time = 0; time < times; time += 1) limit.stopped(bytes, obstacle)
}
const pass = (bytes: number, times: number) => {
  for (let time = 0; time < times; time += 1) limit.passed(bytes)
}

describe('parts', () => {
  it('have no limit while they pass', () => {
    pass(8 * MiB, 20)
    expect(limit.bytes).toBeNull()
  })

  it('become smaller by powers of two when they are too large, and no smaller than makes sense', () => {
    stop(3_000_000, 'too_large')
    expect(limit.bytes).toBe(MiB)
    for (let time = 0; time < 20; time += 1) stop(limit.bytes ?? 0, 'too_large')
    expect(limit.bytes).toBe(leastPartBytes)
  })

  it.each([
    ['refused', 2],
    ['broken', 4],
  ] as const)('become smaller where they are %s again and again, and none passes', (obstacle, times) => {
    stop(8 * MiB, obstacle, times - 1)
    // A picture passes meanwhile.
    pass(1000, 5)
    expect(limit.bytes).toBeNull()
    stop(8 * MiB, obstacle)
    expect(limit.bytes).toBe(4 * MiB)
  })

  it('are tried larger ever more rarely where that is in vain, and soon again once it is not', () => {
    let broken = 0
    const send = (most: number) => {
      const bytes = limit.bytes ?? 8 * MiB
      if (bytes <= most) return limit.passed(bytes)
      broken += 1
      limit.stopped(bytes, 'broken')
    }
    for (let part = 0; part < 2000; part += 1) send(MiB)
    // Without that, two of three would break.
    expect(broken).toBeLessThan(100)
    while (limit.bytes === MiB) send(8 * MiB)
    const before = broken
    for (let part = 0; part < 10; part += 1) send(8 * MiB)
    expect([limit.bytes, broken]).toEqual([null, before])
  })

  it('stay as large as they are where some pass between those that do not', () => {
    for (let time = 0; time < 20; time += 1) {
      stop(8 * MiB, 'broken', 3)
      pass(8 * MiB, 1)
    }
    expect(limit.bytes).toBeNull()
  })

  it.each([
    ['of usual size', 100_000],
    ['of the least size of a part', leastPartBytes],
    ['tiny ones', 300],
  ])('are not made small where pictures do not pass either: %s', (_what, picture) => {
    stop(8 * MiB, 'broken', 3)
    stop(picture, 'broken', 20)
    expect(limit.bytes).toBeNull()
    stop(picture, 'refused', 20)
    expect(limit.bytes).toBeNull()
  })

  it('are halved from the largest that did not pass, whatever met trouble last', () => {
    stop(8 * MiB, 'broken', 3)
    stop(5 * MiB, 'broken')
    expect(limit.bytes).toBe(4 * MiB)
  })

  it('are as large as before where not even the least pass: that is not for their size', () => {
    stop(8 * MiB, 'too_large')
    for (let time = 0; time < 4 * 20 && limit.bytes !== leastPartBytes; time += 1) {
      stop(limit.bytes ?? 0, 'broken')
    }
    expect(limit.bytes).toBe(leastPartBytes)
    stop(leastPartBytes, 'broken', 4)
    expect(limit.bytes).toBe(4 * MiB)
  })

  it('are not made smaller by trouble that comes once in a while', async () => {
    for (let time = 0; time < 20; time += 1) {
      stop(8 * MiB, 'broken')
      pass(MiB, 10)
      await clock.advance(60 * 60_000)
    }
    expect(limit.bytes).toBeNull()
  })

  it('become larger soon where nobody said that they are too large', () => {
    stop(8 * MiB, 'broken', 4)
    stop(4 * MiB, 'broken', 4)
    expect(limit.bytes).toBe(2 * MiB)
    pass(2 * MiB, 2)
    pass(4 * MiB, 2)
    expect(limit.bytes).toBeNull()
  })

  it('are halved once by two that were sent at once', () => {
    stop(8 * MiB, 'too_large', 2)
    expect(limit.bytes).toBe(4 * MiB)
  })

  it('become larger while they pass, but not what was too large within the hour', async () => {
    stop(8 * MiB, 'too_large')
    stop(4 * MiB, 'too_large')
    pass(2 * MiB, 100)
    expect(limit.bytes).toBe(2 * MiB)
    await clock.advance(60 * 60_000)
    pass(2 * MiB, 1)
    expect(limit.bytes).toBe(4 * MiB)
    pass(4 * MiB, 8)
    expect(limit.bytes).toBeNull()
  })

  it('become larger at once where there may be another way', () => {
    stop(2 * MiB, 'too_large')
    pass(MiB, 20)
    expect(limit.bytes).toBe(MiB)
    limit.wayChanged()
    pass(MiB, 1)
    expect(limit.bytes).toBe(2 * MiB)
  })
})
