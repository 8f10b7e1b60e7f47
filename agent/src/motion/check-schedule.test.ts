import { expect, it } from 'vitest'
import { CheckSchedule } from './check-schedule.js'
import type { SizeSigns } from './frame-sizes.js'

const calm: SizeSigns = { isUnusual: false, isConclusive: true }
const unusual: SizeSigns = { isUnusual: true, isConclusive: true }
const inconclusive: SizeSigns = { isUnusual: false, isConclusive: false }

/** Checks made within `ms`, each taking `tookMs`; at their times. */
function checks(
  schedule: CheckSchedule,
  ms: number,
  signs: (at: number) => SizeSigns,
  tookMs = 60,
  restMs = 0,
): number[] {
  const taken: number[] = []
  let busyUntil = -1
  for (let at = 0; at < ms; at += 50) {
    if (at < busyUntil) continue
    if (at === busyUntil) schedule.ended(at, 'nothing', { ownMs: tookMs, restMs })
    if (schedule.next(at, signs(at), false) === null) continue
    schedule.began(at)
    taken.push(at)
    busyUntil = at + Math.ceil(tookMs / 50) * 50
  }
  return taken
}

it('saves every check while sizes say that nothing is there', () => {
  expect(checks(new CheckSchedule(), 60_000, () => calm)).toEqual([])
})

it('checks half a second after sizes became unusual, again soon, and then less and less', () => {
  const taken = checks(new CheckSchedule(), 60_000, (at) => (at >= 1000 ? unusual : calm))
  expect(taken[0]).toBe(1450)
  expect(taken[2]).toBeLessThan(2500)
  expect(taken.length).toBeLessThan(16)
})

it('does not check for what was unusual for a moment', () => {
  expect(checks(new CheckSchedule(), 60_000, (at) => (at % 10_000 < 300 ? unusual : calm))).toEqual([])
})

it('is eager again after sizes were as usual', () => {
  const schedule = new CheckSchedule()
  const taken = checks(schedule, 60_000, (at) => (at < 30_000 || at >= 35_000 ? unusual : calm))
  expect(taken.filter((at) => at >= 35_000 && at < 36_600).length).toBeGreaterThanOrEqual(2)
})

it('checks by the clock where sizes say nothing', () => {
  const taken = checks(new CheckSchedule(), 7000, () => inconclusive)
  expect(taken).toHaveLength(10)
})

it('is eager when sizes become unusual after checks by the clock', () => {
  const taken = checks(new CheckSchedule(), 30_000, (at) => (at < 20_000 ? inconclusive : unusual))
  expect(taken.filter((at) => at >= 20_000 && at < 21_600).length).toBeGreaterThanOrEqual(2)
})

it('rests after checks that take long, and after failures', () => {
  expect(checks(new CheckSchedule(), 30_000, () => inconclusive, 3000).length).toBeLessThanOrEqual(4)
  expect(checks(new CheckSchedule(), 30_000, () => inconclusive, 50, 16_000).length).toBeLessThanOrEqual(2)
})

it('does not rest because it waited for its turn', () => {
  const schedule = new CheckSchedule()
  for (let at = -1000; at <= 0; at += 50) schedule.next(at, unusual, false)
  schedule.began(0)
  schedule.ended(5000, 'nothing', { ownMs: 60, restMs: 0 })
  expect(schedule.next(5500, unusual, false)).toBe('sizes')
})

it('checks at once where a keyframe shows something new', () => {
  const schedule = new CheckSchedule()
  expect(schedule.next(1000, calm, false)).toBeNull()
  schedule.demand()
  expect(schedule.next(1010, calm, false)).toBe('keyframe')
  schedule.began(1010)
  expect(schedule.next(1020, calm, false)).toBeNull()
})

it('goes on checking while something moves, whatever the sizes', () => {
  const schedule = new CheckSchedule()
  schedule.began(0)
  schedule.ended(100, 'movement', { ownMs: 60, restMs: 0 })
  expect([schedule.next(1000, calm, true), schedule.next(1500, calm, true)]).toEqual([null, 'movement'])
})
