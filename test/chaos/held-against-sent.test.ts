import { expect, test } from 'vitest'
import type { FrameMark, SentFrame } from '../fakes/camera/index.js'
import { heldAgainstSent } from './held-against-sent.js'

/** Groups of fifteen pictures, of which those are hit on the way and these are kept back. */
function sent(count: number, { hit = [], without = [] }: { hit?: number[]; without?: number[] } = {}) {
  return Array.from(
    { length: count },
    (_, frameNumber): SentFrame => ({
      stream: 'main',
      session: 1,
      frameNumber,
      counter: frameNumber,
      moving: false,
      keyframe: frameNumber % 15 === 0,
      rtpTimestamp: frameNumber * 6000,
      sentAtMs: frameNumber * 67,
      isWhole: !hit.includes(frameNumber),
    }),
  ).filter(({ frameNumber }) => !without.includes(frameNumber))
}

const marks = (...counters: number[]): FrameMark[] => counters.map((counter) => ({ counter, moving: false }))
const from = (first: number, last: number) => Array.from({ length: last + 1 - first }, (_, at) => first + at)
const nothing = () => false

test('nothing is missing of a clip that has all', () => {
  const held = heldAgainstSent(marks(...from(15, 50)), { frames: sent(60), isWithheld: nothing })
  expect(held).toEqual({ pictures: 36, missing: 0, hit: 0, firstSentAtMs: 15 * 67, lastSentAtMs: 50 * 67 })
})

test('what a camera kept to itself is not missing, and what it sent is', () => {
  const frames = sent(60, { without: from(30, 44) })
  const isWithheld = (number: number) => number >= 30 && number < 45
  const clip = marks(...from(15, 29), ...from(45, 55))
  expect(heldAgainstSent(clip, { frames, isWithheld })).toMatchObject({ missing: 0 })
  expect(heldAgainstSent(clip, { frames, isWithheld: nothing })).toMatchObject({ missing: 15 })
  const without = marks(...from(15, 28), ...from(45, 55))
  expect(heldAgainstSent(without, { frames, isWithheld })?.missing).toBeGreaterThan(0)
  expect(heldAgainstSent(without, { frames: sent(60), isWithheld: nothing })?.missing).toBeGreaterThan(0)
})

test('what was hit, and what follows it up to the next keyframe, may be shown in any way or not at all', () => {
  const frames = sent(75, { hit: [36] })
  const hit = { frames, isWithheld: nothing }
  const shownWrongly = [...marks(...from(15, 35), 35, 34), null, ...marks(47, 46), ...marks(...from(45, 70))]
  expect(heldAgainstSent(shownWrongly, hit)).toMatchObject({ missing: 0, hit: 1, pictures: 47 })
  expect(heldAgainstSent(marks(...from(15, 35), ...from(45, 70)), hit)).toMatchObject({ missing: 0, hit: 1 })
})

test('but nothing before it, nor from the next keyframe on', () => {
  const hit = { frames: sent(75, { hit: [36] }), isWithheld: nothing }
  for (const lacking of [20, 35, 45, 60]) {
    const clip = [...from(15, 35), ...from(45, 70)].filter((counter) => counter !== lacking)
    expect(heldAgainstSent(marks(...clip), hit)?.missing).toBeGreaterThan(0)
  }
})

test('a picture that shows the number of a later one is none of these', () => {
  const hit = { frames: sent(75, { hit: [36] }), isWithheld: nothing }
  const clip = marks(...from(15, 35), 51, 50, 49, 70)
  expect(heldAgainstSent(clip, hit)).toMatchObject({ missing: 0, pictures: 21 })
})

test('of too few pictures in a row nothing is known', () => {
  const hit = { frames: sent(75, { hit: [36] }), isWithheld: nothing }
  expect(heldAgainstSent([...marks(30, 31, 32), null], hit)).toBeNull()
  expect(heldAgainstSent([], hit)).toBeNull()
})
