import { expect, it } from 'vitest'
import { afterFormat, afterFrame, beforeFirstFrame, type FrameOrder } from './frame-order.js'
import { keyframe, takenFrame } from './frames.fixture.js'
import type { TakenFrame } from './taken-frame.js'

const begun = afterFormat(beforeFirstFrame('source'))

/** What is wrong with the last of the frames; null for nothing. */
function wrongWith(frames: TakenFrame[], order = begun): string | null {
  let now: FrameOrder = order
  for (const frame of frames) {
    const next = afterFrame(now, frame)
    if ('wrong' in next) return next.wrong
    now = next
  }
  return null
}

it('takes frames one after the other, from 1, over the end of the numbers', () => {
  expect(wrongWith([keyframe(), takenFrame({ sequence: 2 }), keyframe({ sequence: 3 })])).toBeNull()
  const old = { ...begun, hasKeyframe: true, sequence: 0xffff_ffff }
  expect(wrongWith([takenFrame({ sequence: 0 }), takenFrame({ sequence: 1 })], old)).toBeNull()
})

it.each<[string, TakenFrame[], RegExp]>([
  ['a first that is not 1', [keyframe({ sequence: 2 })], /2 does not follow 0/],
  ['one that is left out', [keyframe(), takenFrame({ sequence: 3 })], /3 does not follow 1/],
  ['one that comes twice', [keyframe(), keyframe()], /1 does not follow 1/],
  ['a first that is no keyframe', [takenFrame()], /keyframe/],
  [
    'sound first, and then no keyframe',
    [takenFrame({ kind: 'audio', keyframe: true }), takenFrame({ sequence: 2 })],
    /keyframe/,
  ],
  ['a gap without keyframe', [keyframe(), takenFrame({ sequence: 2, discontinuity: true })], /keyframe/],
  ['another kind than asked for', [keyframe({ kind: 'jpeg' })], /jpeg was not asked for/],
])('refuses %s', (_, frames, wrong) => {
  expect(wrongWith(frames)).toMatch(wrong)
})

it('wants a format first, and a keyframe behind each', () => {
  expect(wrongWith([keyframe()], beforeFirstFrame('source'))).toMatch(/format/)
  const later = afterFormat({ ...begun, hasKeyframe: true, sequence: 7 })
  expect(wrongWith([takenFrame({ sequence: 8 })], later)).toMatch(/keyframe/)
  expect(wrongWith([keyframe({ sequence: 8 })], later)).toBeNull()
})
