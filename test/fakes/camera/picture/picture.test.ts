import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nalType } from './annex-b.js'
import { framesMissing, markBlocks, readMark } from './frame-mark.js'
import { isFigureThere, loadPicture, TEST_PICTURE } from './picture.js'
import { readFrameMarks } from './read-frame-marks.js'

const START_CODE = Buffer.from([0, 0, 0, 1])

test('a mark survives the way through its blocks, and a damaged one is refused', () => {
  const luma = Uint8Array.from(markBlocks({ counter: 43_981, moving: true }), (white) => (white ? 220 : 30))
  expect(readMark(luma)).toEqual({ counter: 43_981, moving: true })
  luma[9] = 250 - (luma[9] ?? 0)
  expect(readMark(luma)).toBeNull()
  expect(readMark(new Uint8Array(20).fill(128))).toBeNull()
})

test('missing frames are counted over the end of the loop', () => {
  const marks = [58, 59, 0, 3].map((counter) => ({ counter, moving: false }))
  expect(framesMissing(marks, 60)).toEqual([0, 0, 2])
})

test('a picture changes between rest and movement at any keyframe and decodes without a warning', async () => {
  const picture = await loadPicture({ ...TEST_PICTURE, width: 320, height: 180, loopSec: 4 })
  const { gopFrames, loopFrames, resting, moving } = picture
  expect(resting.map((frame, i) => [i, frame.keyframe])).toEqual(
    resting.map((_, i) => [i, i % gopFrames === 0]),
  )
  // A keyframe needs several packets and a frame at rest needs one, as with real pictures.
  expect(resting[0]?.nalUnits[0]?.length).toBeGreaterThan(4000)
  expect(resting[1]?.nalUnits[0]?.length).toBeLessThan(1400)
  const order = [
    ...resting.slice(0, gopFrames),
    ...moving.slice(gopFrames, 3 * gopFrames),
    ...resting.slice(3 * gopFrames),
    ...resting.slice(0, gopFrames),
  ]
  const nals = order.flatMap((frame) =>
    (frame.keyframe ? [...picture.parameterSets] : []).concat(frame.nalUnits),
  )
  const file = join(tmpdir(), `fake-camera-picture-${process.pid}.h264`)
  await writeFile(file, Buffer.concat(nals.flatMap((nal) => [START_CODE, nal])))
  try {
    const { marks, warnings } = await readFrameMarks(['-f', 'h264', '-i', file])
    expect(warnings).toBe('')
    const read = marks.flatMap((mark) => mark ?? [])
    expect(read).toHaveLength(order.length)
    expect(framesMissing(read, loopFrames).every((missing) => missing === 0)).toBe(true)
    expect(read.filter((mark) => mark.moving)).toHaveLength(2 * gopFrames)
  } finally {
    await rm(file)
  }
})

test('a picture without IDR pictures goes on over the end of its loop, and decodes from any recovery point on', async () => {
  const options = { ...TEST_PICTURE, width: 320, height: 180, loopSec: 4, intraRefresh: true }
  const { gopFrames, loopFrames, parameterSets, resting, moving } = await loadPicture(options)
  const sent = [...resting, ...moving]
  expect(sent.flatMap(({ nalUnits }) => nalUnits).some((nal) => nalType(nal) === 5)).toBe(false)
  expect(sent.map(({ keyframe }) => keyframe)).toEqual(sent.map((_, i) => i % gopFrames === 0))
  const order = [...resting.slice(gopFrames), ...resting, ...moving, ...resting.slice(0, gopFrames)]
  const nals = [...parameterSets, ...order.flatMap(({ nalUnits }) => nalUnits)]
  const file = join(tmpdir(), `fake-camera-refresh-${process.pid}.h264`)
  await writeFile(file, Buffer.concat(nals.flatMap((nal) => [START_CODE, nal])))
  onTestFinished(() => rm(file))
  const { marks, warnings } = await readFrameMarks(['-f', 'h264', '-i', file])
  expect(warnings).toBe('')
  // The first picture that is shown is the last one of a refresh.
  expect(marks).toHaveLength(order.length - (gopFrames - 1))
  expect(marks[0]).toEqual({ counter: 2 * gopFrames - 1, moving: false })
  const rest = marks.slice(0, 2 * loopFrames - 2 * gopFrames)
  expect(rest).not.toContain(null)
  const read = marks.flatMap((mark) => mark ?? [])
  expect(read.filter((mark) => mark.moving).length).toBeGreaterThan(loopFrames - gopFrames)
  expect(
    framesMissing(
      rest.flatMap((mark) => mark ?? []),
      loopFrames,
    ).every((missing) => missing === 0),
  ).toBe(true)
})

test('a movement may begin between two keyframes', async () => {
  const options = { ...TEST_PICTURE, width: 320, height: 180, gopSec: 2, loopSec: 4, stillSec: 1 }
  const { gopFrames, resting, moving } = await loadPicture(options)
  const begin = options.stillSec * options.fps
  expect(isFigureThere(options, gopFrames + begin - 1)).toBe(false)
  expect(isFigureThere(options, gopFrames + begin)).toBe(true)
  const bytes = (pictures: typeof moving, at: number) =>
    (pictures[at]?.nalUnits ?? []).reduce((sum, { length }) => sum + length, 0)
  // Up to there it costs what a scene at rest costs; then the figure has to be drawn.
  expect(bytes(moving, begin - 1)).toBeLessThan(2 * bytes(resting, begin - 1))
  expect(bytes(moving, begin)).toBeGreaterThan(4 * bytes(resting, begin))
})
