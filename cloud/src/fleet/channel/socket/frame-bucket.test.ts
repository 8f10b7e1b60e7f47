import { expect, it } from 'vitest'
import { type FrameBucket, fullBucket, takeToken, waitMs } from './frame-bucket.js'

function framesUntilRefused(budget: FrameBucket, at: number, most = 1000): number {
  let left: FrameBucket | null = budget
  let frames = 0
  while (frames < most && (left = takeToken(left, at)) !== null) frames += 1
  return frames
}

it('takes a burst of 100, then no more in the same moment', () => {
  expect(framesUntilRefused(fullBucket(5000), 5000)).toBe(100)
})

it('takes 50 a second for ever', () => {
  let budget: FrameBucket | null = fullBucket(0)
  for (let frame = 0; frame < 1000 && budget; frame += 1) budget = takeToken(budget, frame * 20)
  expect(budget).not.toBe(null)
})

it('does not take 60 a second for long', () => {
  let budget: FrameBucket | null = fullBucket(0)
  let frame = 0
  for (; frame < 10_000 && budget; frame += 1) budget = takeToken(budget, (frame * 1000) / 60)
  expect(budget).toBe(null)
  expect(frame).toBeGreaterThan(300)
})

it('saves up no more than a burst', () => {
  expect(framesUntilRefused(fullBucket(0), 3_600_000)).toBe(100)
})

it('says when the next frame may come', () => {
  let spent = fullBucket(0)
  for (let left: FrameBucket | null = spent; left; left = takeToken(left, 0)) spent = left
  const ms = waitMs(spent, 5)
  expect(takeToken(spent, 5 + ms - 1)).toBe(null)
  expect(takeToken(spent, 5 + ms)).not.toBe(null)
})
