import { expect, it } from 'vitest'
import { CheckSchedule, type Moment } from './check-schedule.js'
import type { SizeSigns } from './frame-sizes.js'
import type { Reason } from './look-place.js'

const calm: SizeSigns = { isUnusual: false, isConclusive: true }
const unusual: SizeSigns = { isUnusual: true, isConclusive: true }
const inconclusive: SizeSigns = { isUnusual: false, isConclusive: false }

/** A picture that is there as soon as it is encoded. */
const moment = (at: number, signs: SizeSigns, isMoving = false): Moment => ({
  nowMs: at,
  dtsUs: at * 1000,
  signs,
  isMoving,
})

function next(schedule: CheckSchedule, at: number, signs: SizeSigns, isMoving = false): Reason | null {
  schedule.follow(moment(at, signs, isMoving))
  return schedule.next(moment(at, signs, isMoving))
}

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
    schedule.follow(moment(at, signs(at)))
    if (at < busyUntil) continue
    if (at === busyUntil) schedule.ended(at, 'nothing', { ownMs: tookMs, restMs })
    const reason = schedule.next(moment(at, signs(at)))
    if (reason === null) continue
    schedule.asked(reason)
    schedule.began(at, 0)
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
  for (let at = 0; at < 500; at += 50) next(schedule, at, unusual)
  schedule.asked('sizes')
  schedule.began(4900, 0)
  schedule.ended(5000, 'nothing', { ownMs: 60, restMs: 0 })
  expect(next(schedule, 5500, unusual)).toBe('sizes')
})

it('checks where a keyframe shows something new, as soon as all of that is there', () => {
  const schedule = new CheckSchedule()
  const place = { fromUs: 0, untilUs: 1_500_000 }
  expect(next(schedule, 1000, calm)).toBeNull()
  schedule.demand(place)
  expect(next(schedule, 1400, calm)).toBeNull()
  expect(next(schedule, 1500, calm)).toBe('keyframe')
  expect(schedule.asked('keyframe')).toEqual({ news: place, unusualSinceUs: null })
  expect(next(schedule, 1520, calm)).toBeNull()
})

it('knows where sizes became unusual until a look there is asked for, also when that is over', () => {
  const schedule = new CheckSchedule()
  schedule.asked('sizes')
  // Another look takes long.
  for (let at = 1000; at < 8000; at += 50) schedule.follow(moment(at, at < 3000 ? unusual : calm))
  schedule.ended(8000, 'nothing', { ownMs: 60, restMs: 0 })
  expect(next(schedule, 8050, calm)).toBe('sizes')
  expect(schedule.asked('sizes')).toEqual({ news: null, unusualSinceUs: 1_000_000 })
  schedule.began(8060, 0)
  expect(next(schedule, 9000, calm)).toBeNull()
})

it('forgets what sizes told of a movement that is told already, and of long ago', () => {
  for (const isMoving of [true, false]) {
    const schedule = new CheckSchedule()
    for (let at = 1000; at < 2000; at += 50) schedule.follow(moment(at, unusual))
    schedule.follow(moment(isMoving ? 2000 : 22_000, calm, isMoving))
    expect(next(schedule, 22_050, calm)).toBeNull()
  }
})

it('goes by the time of pictures that come in bursts', () => {
  const schedule = new CheckSchedule()
  const burst = (dtsMs: number) => ({ ...moment(dtsMs, unusual), nowMs: 1000 })
  schedule.follow(burst(0))
  expect(schedule.next(burst(0))).toBeNull()
  schedule.follow(burst(460))
  expect(schedule.next(burst(460))).toBe('sizes')
})

it('has a better reason for a look that waits: sizes, or a keyframe, and none for one that has such a reason', () => {
  const schedule = new CheckSchedule()
  const better = (reason: Reason, at: number) => schedule.better(reason, moment(at, unusual))
  schedule.follow(moment(0, unusual))
  expect(better('inconclusive', 0)).toBe('inconclusive')
  schedule.follow(moment(500, unusual))
  expect([better('inconclusive', 500), better('movement', 500)]).toEqual(['sizes', 'movement'])
  schedule.demand({ fromUs: 0, untilUs: 500_000 })
  expect([better('inconclusive', 500), better('movement', 500)]).toEqual(['keyframe', 'keyframe'])
  expect([better('sizes', 500), better('keyframe', 500)]).toEqual(['sizes', 'keyframe'])
})

it('goes on checking while something moves, whatever the sizes', () => {
  const schedule = new CheckSchedule()
  schedule.began(0, 0)
  schedule.ended(100, 'movement', { ownMs: 60, restMs: 0 })
  expect([next(schedule, 1000, calm, true), next(schedule, 1500, calm, true)]).toEqual([null, 'movement'])
})

it('looks less often at a movement that is told where looks wait, but before it counts as over', () => {
  for (const [waitedMs, pauseMs] of [
    [500, 1500],
    [1500, 3000],
    [9000, 4000],
  ] as const) {
    const schedule = new CheckSchedule()
    schedule.began(0, waitedMs)
    schedule.ended(100, 'movement', { ownMs: 60, restMs: 0 })
    expect(next(schedule, pauseMs - 100, calm, true)).toBeNull()
    expect(next(schedule, pauseMs, calm, true)).toBe('movement')
  }
})
