import { expect, it } from 'vitest'
import type { SizeSigns } from './frame-sizes.js'
import { LookPlan } from './look-plan.js'

const calm: SizeSigns = { isUnusual: false, isTelling: true }
const unusual: SizeSigns = { isUnusual: true, isTelling: true }
const untelling: SizeSigns = { isUnusual: false, isTelling: false }

/** Looks taken within `ms`, each taking `tookMs`; at their times. */
function looks(
  plan: LookPlan,
  ms: number,
  signs: (at: number) => SizeSigns,
  tookMs = 60,
  restMs = 0,
): number[] {
  const taken: number[] = []
  let busyUntil = -1
  for (let at = 0; at < ms; at += 50) {
    if (at < busyUntil) continue
    if (at === busyUntil) plan.ended(at, 'nothing', restMs)
    if (plan.next(at, signs(at), false) === null) continue
    plan.began(at)
    taken.push(at)
    busyUntil = at + Math.ceil(tookMs / 50) * 50
  }
  return taken
}

it('saves every look while sizes tell that nothing is there', () => {
  expect(looks(new LookPlan(), 60_000, () => calm)).toEqual([])
})

it('looks half a second after sizes became unusual, again soon, and then less and less', () => {
  const taken = looks(new LookPlan(), 60_000, (at) => (at >= 1000 ? unusual : calm))
  expect(taken[0]).toBe(1450)
  expect(taken[2]).toBeLessThan(2500)
  expect(taken.length).toBeLessThan(16)
})

it('does not look for what was unusual for a moment', () => {
  expect(looks(new LookPlan(), 60_000, (at) => (at % 10_000 < 300 ? unusual : calm))).toEqual([])
})

it('is eager again after sizes were as usual', () => {
  const plan = new LookPlan()
  const taken = looks(plan, 60_000, (at) => (at < 30_000 || at >= 35_000 ? unusual : calm))
  expect(taken.filter((at) => at >= 35_000 && at < 36_600).length).toBeGreaterThanOrEqual(2)
})

it('looks by the clock where sizes tell nothing', () => {
  const taken = looks(new LookPlan(), 7000, () => untelling)
  expect(taken).toHaveLength(10)
})

it('is eager when sizes become unusual after looks by the clock', () => {
  const taken = looks(new LookPlan(), 30_000, (at) => (at < 20_000 ? untelling : unusual))
  expect(taken.filter((at) => at >= 20_000 && at < 21_600).length).toBeGreaterThanOrEqual(2)
})

it('rests after looks that take long, and after failures', () => {
  expect(looks(new LookPlan(), 30_000, () => untelling, 3000).length).toBeLessThanOrEqual(4)
  expect(looks(new LookPlan(), 30_000, () => untelling, 50, 16_000).length).toBeLessThanOrEqual(2)
})

it('looks at once where a keyframe shows something new', () => {
  const plan = new LookPlan()
  expect(plan.next(1000, calm, false)).toBeNull()
  plan.demand()
  expect(plan.next(1010, calm, false)).toBe('keyframe')
  plan.began(1010)
  expect(plan.next(1020, calm, false)).toBeNull()
})

it('goes on looking while something moves, whatever the sizes', () => {
  const plan = new LookPlan()
  plan.began(0)
  plan.ended(100, 'movement', 0)
  expect([plan.next(1000, calm, true), plan.next(1500, calm, true)]).toEqual([null, 'movement'])
})
