import type { MediaFrame } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { ReceivedOrder } from './received-order.js'

const format = {
  type: 'format',
  id: 1,
  stream: 'main',
  mode: 'full',
  rendition: 'source',
  codec: 'avc1.4d401f',
  description: null,
  width: 640,
  height: 360,
  audio: null,
} as const

const frame = (sequence: number, more: Partial<MediaFrame> = {}): MediaFrame => ({
  kind: 'video',
  keyframe: false,
  discontinuity: false,
  catchUp: false,
  subscription: 1,
  sequence,
  capturedMs: 0,
  dtsUs: sequence * 40_000,
  ctsUs: 0,
  data: Buffer.alloc(0),
  ...more,
})

function judged(frames: readonly MediaFrame[], mode: 'full' | 'keys' = 'full'): (string | null)[] {
  const order = new ReceivedOrder()
  order.format({ ...format, mode })
  return frames.map((one) => order.frame(one))
}

it('a keyframe, what follows it, and sound beside it are in order', () => {
  const sound = frame(2, { kind: 'audio', dtsUs: 1 })
  expect(judged([frame(1, { keyframe: true }), sound, frame(3)])).toEqual([null, null, null])
})

it.each<[string, MediaFrame[], RegExp]>([
  ['a frame too many', [frame(1, { keyframe: true }), frame(3)], /3 came in the place of 2/],
  ['one that came twice', [frame(1, { keyframe: true }), frame(1)], /1 came in the place of 2/],
  ['no keyframe at the begin', [frame(1)], /1 is no keyframe/],
  [
    'none behind a gap',
    [frame(1, { keyframe: true }), frame(2, { discontinuity: true })],
    /2 is no keyframe/,
  ],
  ['a time that falls', [frame(1, { keyframe: true }), frame(2, { dtsUs: 40_000 })], /time of frame 2/],
])('%s is told', (_name, frames, told) => {
  expect(judged(frames).at(-1)).toMatch(told)
})

it('where keyframes were asked for, another frame is told', () => {
  expect(judged([frame(1, { keyframe: true }), frame(2)], 'keys').at(-1)).toMatch(/2 is no keyframe/)
})

it('a frame without a format is told', () => {
  expect(new ReceivedOrder().frame(frame(1, { keyframe: true }))).toMatch(/before a format/)
})
