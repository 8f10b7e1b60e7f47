import { expect, test } from 'vitest'
import { type SamplePlace, SampleTimes } from './sample-times.js'

/** Times of frames, each so many ms after the one before. */
function framesAfter(...gapsMs: number[]): number[] {
  let atMs = 7_000_000
  return [atMs, ...gapsMs.map((gapMs) => (atMs += gapMs))].map((ms) => ms * 1000)
}

function placed(timesUs: readonly number[]): SamplePlace[] {
  const times = new SampleTimes()
  times.begin(0)
  return timesUs.map((dtsUs) => times.place(dtsUs))
}

/** Frames that a browser drops up to the next keyframe (Media Source Extensions, coded frame processing, step 6). */
function dropped(places: readonly SamplePlace[]): number[] {
  return places.flatMap(({ dtsUs }, at) => {
    const before = places[at - 1]
    const isTaken = !before || (dtsUs >= before.dtsUs && dtsUs - before.dtsUs <= 2 * before.durationUs)
    return isTaken ? [] : [at]
  })
}

test.each([
  ['of a camera with five pictures a second', framesAfter(200, 200, 200, 200, 200)],
  ['of one with three pictures in two seconds', framesAfter(667, 667, 667, 667, 667, 667)],
  ['of a camera that goes from 25 pictures a second to 4', framesAfter(40, 40, 40, 250, 250, 250, 250)],
  ['behind some that were lost on the way', framesAfter(40, 40, 40, 320, 40, 40)],
  ['behind a gap, and a clock that was put back', framesAfter(40, 40, 5_000, 40, -3_000, 40, 40)],
])('no browser takes a frame %s for the beginning of something else', (_, timesUs) => {
  expect(dropped(placed(timesUs))).toEqual([])
})

test.each([200, 40, 16])('frames that come evenly are as far apart as the camera says: %i ms', (gapMs) => {
  const places = placed(framesAfter(...Array.from({ length: 10 }, () => gapMs)))
  const [before, last] = places.slice(-2)
  expect((last?.dtsUs ?? 0) - (before?.dtsUs ?? 0)).toBe(gapMs * 1000)
  expect(last?.durationUs).toBe(gapMs * 1000)
})

test('another stretch begins where the one before ended, and times of the stream are found again', () => {
  const times = new SampleTimes()
  times.begin(0)
  for (const dtsUs of framesAfter(40, 40)) times.place(dtsUs)
  expect(times.endUs).toBe(120_000)
  times.begin(times.endUs)
  expect(times.place(5_000).dtsUs).toBe(120_000)
  expect(times.streamUs(120_000)).toBe(5_000)
})
