import { describe, expect, it } from 'vitest'
import type { Packet, StreamRun } from '../stream/packet.js'
import { FrameSizes, type SizeSigns } from './frame-sizes.js'

const run: StreamRun = {
  id: 1,
  startedAtMs: 0,
  video: { codec: 'h264', width: 640, height: 360, parameterSets: [] },
  audio: null,
}
const pixels = 640 * 360

/** Sends pictures of the sizes that `size` says; every `gop`th is a keyframe. */
function play(
  sizes: FrameSizes,
  options: {
    from?: number
    seconds: number
    fps?: number
    gop?: number
    learns?: boolean
    bFrames?: boolean
  },
  size: (frame: number) => number,
): SizeSigns[] {
  const { from = 0, seconds, fps = 10, gop = 20, learns = true, bFrames = false } = options
  return Array.from({ length: seconds * fps }, (_, n) => {
    const frame = from * fps + n
    const keyframe = frame % gop === 0
    const data = new Uint8Array(keyframe ? 20_000 : Math.round(size(frame)))
    data[4] = bFrames && frame % 3 !== 0 ? 0x01 : 0x41
    const us = Math.round((frame * 1_000_000) / fps)
    const packet: Packet = { run, track: 'video', ptsUs: us, dtsUs: us, keyframe, data }
    return sizes.add(packet, learns)
  })
}

/** Chance that repeats itself, 0 to 1. */
const chance = (frame: number) => (Math.imul(frame + 1, 2_654_435_761) >>> 8) / 0xff_ff_ff

const still = (frame: number) => 200 + 60 * chance(frame)

describe('sizes of a still scene', () => {
  it.each([5, 10, 25, 30])('say that nothing is there, at %i pictures a second', (fps) => {
    const signs = play(new FrameSizes(pixels), { seconds: 12, fps }, still)
    expect(signs.at(-1)).toEqual({ isUnusual: false, isConclusive: true })
    expect(signs.filter(({ isUnusual }) => isUnusual)).toEqual([])
  })

  it('say nothing in the first seconds', () => {
    const signs = play(new FrameSizes(pixels), { seconds: 2 }, (frame) => (frame > 10 ? 5000 : 200))
    expect(signs.every(({ isUnusual, isConclusive }) => !isUnusual && !isConclusive)).toBe(true)
  })

  it('measure B-frames by B-frames', () => {
    const sizes = new FrameSizes(pixels)
    const pattern = (frame: number) => (frame % 3 === 0 ? 1500 : 150) + 30 * chance(frame)
    const signs = play(sizes, { seconds: 15, bFrames: true, gop: 31 }, pattern)
    expect(signs.at(-1)).toEqual({ isUnusual: false, isConclusive: true })
    const moved = play(sizes, { from: 15, seconds: 1, bFrames: true, gop: 31 }, (f) => pattern(f) + 800)
    expect(moved.at(-1)?.isUnusual).toBe(true)
  })

  it('learn how an encoder saves behind each keyframe', () => {
    const saves = (frame: number) => 150 * (frame % 20) + 40 * chance(frame)
    expect(play(new FrameSizes(pixels), { seconds: 30 }, saves).at(-1)).toEqual({
      isUnusual: false,
      isConclusive: true,
    })
  })
})

describe('sizes of a movement', () => {
  it('are unusual within half a second', () => {
    const sizes = new FrameSizes(pixels)
    play(sizes, { seconds: 10 }, still)
    const signs = play(sizes, { from: 10, seconds: 2, learns: false }, (frame) => still(frame) + 700)
    expect(signs.findIndex(({ isUnusual }) => isUnusual)).toBeLessThanOrEqual(5)
    expect(signs.at(-1)?.isUnusual).toBe(true)
  })

  it('do not become usual while it is known to last', () => {
    const sizes = new FrameSizes(pixels)
    play(sizes, { seconds: 10 }, still)
    const lasts = play(sizes, { from: 10, seconds: 60, learns: false }, (frame) => still(frame) + 700)
    expect(lasts.at(-1)?.isUnusual).toBe(true)
    expect(play(sizes, { from: 70, seconds: 3 }, still).at(-1)?.isUnusual).toBe(false)
  })

  it.each([12, 25])('are not those of one large picture, at %i pictures a second', (fps) => {
    const sizes = new FrameSizes(pixels)
    play(sizes, { seconds: 10, fps }, still)
    const spike = 11 * fps + 5
    const signs = play(sizes, { from: 10, seconds: 3, fps }, (frame) =>
      frame === spike ? 60_000 : still(frame),
    )
    expect(signs.filter(({ isUnusual }) => isUnusual).length).toBeLessThan(fps * 0.4)
    expect(signs.at(-1)?.isUnusual).toBe(false)
  })
})

it('says that an encoder which fills a constant rate hides a figure, however even its pictures are', () => {
  const even = play(new FrameSizes(pixels), { seconds: 20 }, (frame) => 5000 + 20 * chance(frame))
  expect(even.at(-1)).toEqual({ isUnusual: false, isConclusive: false })
})

it('says that noise would hide a figure', () => {
  const noisy = play(new FrameSizes(pixels), { seconds: 20 }, (frame) => 3000 + 6000 * chance(frame))
  expect(noisy.at(-1)?.isConclusive).toBe(false)
})

it('takes a lasting change for the scene after a while', () => {
  const sizes = new FrameSizes(pixels)
  play(sizes, { seconds: 20 }, still)
  const wind = play(sizes, { from: 20, seconds: 30 }, (frame) => still(frame) + 700)
  expect(wind.at(-1)).toEqual({ isUnusual: false, isConclusive: true })
})
