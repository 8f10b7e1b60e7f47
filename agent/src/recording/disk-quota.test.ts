import { describe, expect, test } from 'vitest'
import {
  bytesToGiveUp,
  type DiskFigures,
  type DiskLimits,
  levelOf,
  reserveOf,
  roomFor,
} from './disk-quota.js'

const gb = 1024 ** 3
const disk = (freeGb: number, usedGb = 0, sizeGb = 30): DiskFigures => ({
  freeBytes: freeGb * gb,
  usedBytes: usedGb * gb,
  sizeBytes: sizeGb * gb,
})
const limits = (quotaGb: number | null = null): DiskLimits => ({
  quotaBytes: quotaGb === null ? null : quotaGb * gb,
  reserveShare: 0.05,
})

describe('the room for recordings', () => {
  test('ends at the reserve, which is a share of a small disk and bounded on a large one', () => {
    expect(reserveOf(30 * gb, limits())).toBe(1.5 * gb)
    expect(reserveOf(4000 * gb, limits())).toBe(2 * gb)
    expect(roomFor(disk(2), limits())).toBe(0.5 * gb)
    expect(roomFor(disk(1), limits())).toBe(-0.5 * gb)
  })

  test('ends at the quota, where that comes first', () => {
    expect(roomFor(disk(20, 3), limits(4))).toBe(1 * gb)
    expect(roomFor(disk(20, 5), limits(4))).toBe(-1 * gb)
    expect(roomFor(disk(1.6, 3), limits(10))).toBeCloseTo(0.1 * gb, -3)
  })

  const levels: [string, DiskFigures, DiskLimits, string][] = [
    ['an empty disk', disk(29), limits(), 'ok'],
    ['the last tenth of what there is for recordings', disk(2.5, 18), limits(), 'low'],
    ['the last tenth of the quota', disk(20, 3.7), limits(4), 'low'],
    ['nothing above the reserve', disk(1.5, 18), limits(), 'full'],
    ['the quota used up', disk(20, 4), limits(4), 'full'],
  ]
  test.each(levels)('%s', (_name, figures, bounds, level) => {
    expect(levelOf(figures, bounds)).toBe(level)
  })

  test('is made a little larger than needed, so that it does not want making for every clip', () => {
    expect(bytesToGiveUp(disk(20, 3), limits(4))).toBe(0)
    const bytes = bytesToGiveUp(disk(20, 5), limits(4))
    expect(bytes).toBeGreaterThan(1 * gb)
    expect(bytes).toBeLessThan(1.1 * gb)
  })
})
