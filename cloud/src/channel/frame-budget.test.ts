import { expect, it } from 'vitest'
import { type FrameBudget, fullBudget, spend } from './frame-budget.js'

function framesUntilRefused(budget: FrameBudget, at: number, most = 1000): number {
  let left: FrameBudget | null = budget
  let frames = 0
  while (frames < most && (left = spend(left, at)) !== null) frames += 1
  return frames
}

it('takes a burst of 100, then no more in the same moment', () => {
  expect(framesUntilRefused(fullBudget(5000), 5000)).toBe(100)
})

it('takes 50 a second for ever', () => {
  let budget: FrameBudget | null = fullBudget(0)
  for (let frame = 0; frame < 1000 && budget; frame += 1) budget = spend(budget, frame * 20)
  expect(budget).not.toBe(null)
})

it('does not take 60 a second for long', () => {
  let budget: FrameBudget | null = fullBudget(0)
  let frame = 0
  for (; frame < 10_000 && budget; frame += 1) budget = spend(budget, (frame * 1000) / 60)
  expect(budget).toBe(null)
  expect(frame).toBeGreaterThan(300)
})

it('saves up no more than a burst', () => {
  expect(framesUntilRefused(fullBudget(0), 3_600_000)).toBe(100)
})
