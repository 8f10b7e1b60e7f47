import { expect, it } from 'vitest'
import { asAsked, stepDown, stepUp } from './step-down.js'

const minute = 60_000

it('goes down to the sub stream, then to keyframes', () => {
  const sub = stepDown(asAsked, { hasSmaller: true, nowMs: 1_000 })
  expect(sub.step).toBe('sub')
  expect(stepDown(sub, { hasSmaller: false, nowMs: 9_000 }).step).toBe('keys')
})

it('goes to keyframes at once where there is no smaller stream', () => {
  expect(stepDown(asAsked, { hasSmaller: false, nowMs: 1_000 }).step).toBe('keys')
})

it('tries all again after a quiet minute, and waits longer each time that this fails', () => {
  let step = stepDown(asAsked, { hasSmaller: true, nowMs: 1_000 })
  expect(stepUp(step, 1_000 + minute - 1)).toBe(step)
  step = stepUp(step, 1_000 + minute)
  expect(step.step).toBe('as_asked')
  step = stepDown(step, { hasSmaller: true, nowMs: 1_000 + minute + 5_000 })
  expect(stepUp(step, step.sinceMs + 2 * minute - 1)).toBe(step)
  expect(stepUp(step, step.sinceMs + 2 * minute).step).toBe('as_asked')
})

it('forgets failed tries once one has gone well for long', () => {
  let step = stepUp(stepDown(asAsked, { hasSmaller: true, nowMs: 1_000 }), 1_000 + minute)
  step = stepDown(step, { hasSmaller: true, nowMs: 1_000 + 30 * minute })
  expect(stepUp(step, step.sinceMs + minute).step).toBe('as_asked')
})

it('changes nothing where nothing is less than asked for', () => {
  expect(stepUp(asAsked, 10 * minute)).toBe(asAsked)
})
