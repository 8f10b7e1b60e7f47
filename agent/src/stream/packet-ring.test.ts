import { describe, expect, test } from 'vitest'
import { newPacket, newRun } from './camera-pictures.fixture.js'
import type { StreamRun } from './packet.js'
import { PacketRing } from './packet-ring.js'
import { RingBudget } from './ring-budget.js'

const roomy = () => new RingBudget(1e9)

/** One packet a second, a keyframe every `gop` seconds. */
function fill(
  ring: PacketRing,
  run: StreamRun,
  fromSec: number,
  untilSec: number,
  gop: number,
  keepMs: number,
  bytes = 1000,
) {
  for (let second = fromSec; second < untilSec; second++) {
    ring.add(newPacket(run, run.startedAtMs + second * 1000, second % gop === 0, bytes), keepMs)
  }
}
const seconds = (ring: PacketRing, fromSec: number) =>
  ring.from(fromSec * 1000).map(({ ptsUs }) => ptsUs / 1e6)

describe('what is kept', () => {
  test.each([1, 4, 10])('reaches back to a keyframe before what is wanted (GOP %i s)', (gop) => {
    const ring = new PacketRing(roomy())
    const run = newRun(1, 0)
    for (let second = 0; second < 100; second++) {
      ring.add(newPacket(run, second * 1000, second % gop === 0), 5000)
      if (second < 20) continue
      expect((ring.oldestAtMs ?? Infinity) / 1000).toBeLessThanOrEqual(second - 5)
      expect((ring.oldestAtMs ?? 0) / 1000).toBeGreaterThanOrEqual(second - 5 - 2 * gop)
    }
  })

  test('takes sound into the group of its pictures', () => {
    const ring = new PacketRing(roomy())
    const run = newRun(1, 0)
    for (let second = 0; second < 12; second++) {
      ring.add(newPacket(run, second * 1000, second % 4 === 0), 1000)
      ring.add({ ...newPacket(run, second * 1000 + 500, true), track: 'audio' }, 1000)
    }
    expect(ring.newest().map(({ track }) => track[0])).toEqual(['v', 'a', 'v', 'a', 'v', 'a', 'v', 'a'])
    expect(seconds(ring, 5).slice(0, 2)).toEqual([4, 4.5])
  })

  test('begins with no sound', () => {
    const ring = new PacketRing(roomy())
    const run = newRun(1, 0)
    ring.add({ ...newPacket(run, 0, true), track: 'audio' }, 1000)
    expect(ring.newest()).toEqual([])
    expect(ring.bytes).toBe(0)
  })

  test('is whole groups of pictures', () => {
    const ring = new PacketRing(roomy())
    fill(ring, newRun(1, 0), 0, 23, 4, 5000)
    expect(seconds(ring, 0)).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22])
  })

  test('begins with a keyframe', () => {
    const ring = new PacketRing(roomy())
    fill(ring, newRun(1, 0), 1, 6, 4, 5000)
    expect(seconds(ring, 0)).toEqual([4, 5])
  })
})

describe('from an instant', () => {
  const ring = new PacketRing(roomy())
  fill(ring, newRun(1, 0), 0, 12, 4, 60_000)

  test.each([
    [0, 0],
    [3.9, 0],
    [4, 4],
    [9, 8],
    [100, 8],
    [-5, 0],
  ])('%i s: from the keyframe at or before it', (fromSec, first) => {
    expect(seconds(ring, fromSec)[0]).toBe(first)
  })

  test('behind a gap it begins after the gap', () => {
    const broken = new PacketRing(roomy())
    fill(broken, newRun(1, 0), 0, 6, 4, 60_000)
    fill(broken, newRun(2, 20_000), 0, 3, 4, 60_000)
    const from = (ms: number) => broken.from(ms).map(({ run, ptsUs }) => run.startedAtMs / 1000 + ptsUs / 1e6)
    expect(from(15_000)).toEqual([20, 21, 22])
    expect(from(5000)).toEqual([4, 5, 20, 21, 22])
    expect(from(4500)).toEqual([4, 5, 20, 21, 22])
  })

  test('a run that is long over is forgotten', () => {
    const broken = new PacketRing(roomy())
    fill(broken, newRun(1, 0), 0, 6, 4, 5000)
    fill(broken, newRun(2, 20_000), 0, 3, 4, 5000)
    expect(broken.oldestAtMs).toBe(20_000)
  })
})

describe('memory', () => {
  test('is given back with each group', () => {
    const budget = roomy()
    const ring = new PacketRing(budget)
    fill(ring, newRun(1, 0), 0, 100, 4, 5000)
    expect(budget.usedBytes).toBe(ring.bytes)
    expect(ring.bytes).toBeLessThan(15 * 1300)
    ring.close()
    expect([ring.bytes, budget.usedBytes]).toEqual([0, 0])
  })

  test("the camera's own limit shortens the past, by whole groups", () => {
    const ring = new PacketRing(roomy(), 10_000)
    fill(ring, newRun(1, 0), 0, 23, 4, 60_000)
    expect(ring.bytes).toBeLessThanOrEqual(10_000)
    expect(seconds(ring, 0)[0]).toBe(16)
    expect(ring.isCutShort).toBe(true)
  })

  test('a group larger than the limit is not kept in pieces', () => {
    const ring = new PacketRing(roomy(), 10_000)
    fill(ring, newRun(1, 0), 0, 15, 40, 60_000)
    expect(seconds(ring, 0)).toEqual([])
    fill(ring, newRun(1, 0), 40, 44, 40, 60_000)
    expect(seconds(ring, 0)).toEqual([40, 41, 42, 43])
  })

  test('that all share is taken from those that have more than one group, before anybody gives its only one', () => {
    const budget = new RingBudget(50_000)
    const [long, short] = [new PacketRing(budget), new PacketRing(budget)]
    // One group of forty seconds, larger than all of the other ring.
    fill(long, newRun(1, 0), 0, 30, 40, 5000)
    fill(short, newRun(2, 0), 0, 60, 2, 600_000)
    expect(budget.usedBytes).toBeLessThanOrEqual(50_000)
    expect(seconds(long, 0)).toHaveLength(30)
    expect([long.isCutShort, long.hasLostAll]).toEqual([false, false])
    expect(short.isCutShort).toBe(true)
    expect(short.newest().length).toBeGreaterThan(0)
  })

  test('where each has one group only, the largest gives it up and says so until its next keyframe', () => {
    const budget = new RingBudget(50_000)
    const [large, small] = [new PacketRing(budget), new PacketRing(budget)]
    fill(small, newRun(1, 0), 0, 10, 100, 5000)
    fill(large, newRun(2, 0), 0, 60, 100, 5000)
    expect([large.isCutShort, large.hasLostAll, small.hasLostAll]).toEqual([true, true, false])
    fill(large, newRun(2, 0), 100, 102, 100, 5000)
    expect([large.isCutShort, large.hasLostAll]).toEqual([true, false])
  })

  test('that all share is taken from the largest', () => {
    const budget = new RingBudget(50_000)
    const [large, small] = [new PacketRing(budget), new PacketRing(budget)]
    fill(small, newRun(1, 0), 0, 8, 4, 600_000)
    fill(large, newRun(2, 0), 0, 200, 4, 600_000)
    expect(budget.usedBytes).toBeLessThanOrEqual(50_000)
    expect(seconds(small, 0)).toHaveLength(8)
    expect(large.isCutShort).toBe(true)
    expect(small.isCutShort).toBe(false)
  })
})
