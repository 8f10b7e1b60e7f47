import { describe, expect, it } from 'vitest'
import { expectedSec, extended, planOf, triggerInStream } from './recording-plan.js'
import { advanced, type Frame, judge, type Progress, type Verdict } from './recording-progress.js'

const settings = { preSec: 5, postSec: 5, durationSec: 15 }
const anchorMs = 1_760_000_000_000
const plan = (untilMs: number, mostMs = 300_000) => ({
  fromMs: anchorMs,
  untilMs: anchorMs + untilMs,
  mostMs,
})

/** Frames at 10 a second, a key frame at every `gop`th. */
const frames = (count: number, gop: number): Frame[] =>
  Array.from({ length: count }, (_, index) => ({
    ptsMs: index * 100,
    dtsMs: index * 100,
    keyframe: index % gop === 0,
  }))

function run(
  stream: readonly Frame[],
  wanted: ReturnType<typeof plan>,
  afterPtsMs: number | null = null,
): { taken: Frame[]; last: Verdict; at: number } {
  let progress: Progress | null = null
  const taken: Frame[] = []
  let last: Verdict = 'skip'
  for (const frame of stream) {
    last = judge(wanted, progress, frame, { startedAtMs: anchorMs, afterPtsMs })
    if (last === 'take' || last === 'take_last') {
      taken.push(frame)
      progress = advanced(progress, frame)
    }
    if (last === 'take_last' || last === 'end' || last === 'continue') return { taken, last, at: frame.ptsMs }
  }
  return { taken, last, at: Number.NaN }
}

describe('plans', () => {
  it('reach from pre before to duration and post after the trigger', () => {
    const made = planOf(100_000, 15, settings, 300_000)
    expect(made).toEqual({ fromMs: 95_000, untilMs: 120_000, mostMs: 300_000 })
    expect(expectedSec(made)).toBe(25)
    expect(expectedSec({ ...made, mostMs: 9_500 })).toBe(10)
  })

  it('are lengthened by a later trigger and never shortened', () => {
    const made = planOf(100_000, 60, settings, 300_000)
    expect(extended(made, 103_000, 15, settings)).toBe(made)
    expect(extended(made, 150_000, 15, settings).untilMs).toBe(170_000)
  })

  it.each([
    ['the time it says', 1000, 4000, 3990, 1000],
    ['now, for a time to come', 9000, 4000, 3990, 4000],
    ['at most half a minute ago', 0, 100_000, 99_990, 70_000],
    ['the time it says without a stream', 1000, 4000, null, 1000],
    ['the time of the stream after the clock was set forth', 3_601_000, 3_604_000, 3990, 990],
    ['the time of the stream after the clock was set back', 1000, 4000, 3_603_990, 3_600_990],
  ])('take %s', (_name, triggeredAtMs, nowMs, newestMs, expected) => {
    expect(triggerInStream(triggeredAtMs, nowMs, newestMs)).toBe(expected)
  })
})

describe('a recording', () => {
  it('waiting -> recording: first key frame', () => {
    const { taken } = run(frames(30, 10).slice(3), plan(10_000))
    expect(taken[0]?.ptsMs).toBe(1000)
  })

  it('recording -> whole: the first frame at or after its end is its last', () => {
    expect(run(frames(30, 10), plan(1500))).toMatchObject({ last: 'take_last', at: 1500 })
    expect(run(frames(30, 10), plan(1501))).toMatchObject({ last: 'take_last', at: 1600 })
  })

  it('recording -> whole: a shortened wait ends before the next frame', () => {
    const [first, second] = frames(2, 10)
    if (!first || !second) throw new Error('no frames')
    const progress = advanced(null, { ...first, ptsMs: 50, dtsMs: 50 })
    expect(judge(plan(40), progress, second, { startedAtMs: anchorMs, afterPtsMs: null })).toBe('end')
  })

  it('takes every frame that is shown before its end, also where frames are reordered', () => {
    // I0 P3 B1 B2 P6 B4 B5 P9 ... with decoding times one behind.
    const order = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8, 12, 10, 11]
    const stream = order.map((shown, index) => ({
      ptsMs: (shown + 1) * 100,
      dtsMs: index * 100,
      keyframe: index === 0,
    }))
    const { taken, last } = run(stream, plan(550))
    expect(last).toBe('end')
    const shown = taken.map(({ ptsMs }) => ptsMs / 100 - 1).toSorted((a, b) => a - b)
    expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('recording -> whole: also where deeper reordering is promised than is done', () => {
    const stream = frames(40, 10).map((frame) => ({ ...frame, ptsMs: frame.ptsMs + 500 }))
    const { taken, last } = run(stream, plan(1500))
    expect(last).toBe('end')
    expect(taken.at(-1)?.ptsMs).toBe(1500)
  })

  it('leaves out what is shown before the key frame that it begins with', () => {
    const order = [3, 1, 2, 6, 4, 5, 9]
    const stream = order.map((shown, index) => ({
      ptsMs: shown * 100,
      dtsMs: index * 100 - 200,
      keyframe: index === 0,
    }))
    const { taken } = run(stream, plan(10_000))
    expect(taken.map(({ ptsMs }) => ptsMs / 100)).toEqual([3, 6, 4, 5, 9])
  })

  it('takes no frame twice', () => {
    const stream = frames(20, 10)
    const { taken } = run([...stream.slice(0, 5), ...stream.slice(2)], plan(1500))
    expect(taken).toEqual(stream.slice(0, 16))
  })

  it('recording -> continued: at the last key frame before the bound', () => {
    const { taken, last, at } = run(frames(100, 10), plan(60_000, 5500))
    expect([last, at]).toEqual(['continue', 5000])
    expect(taken.at(-1)?.ptsMs).toBe(4900)
  })

  it('recording -> continued: at the bound where no key frame came in time', () => {
    const { taken, last, at } = run(frames(100, 40), plan(60_000, 3000))
    expect([last, at]).toEqual(['continue', 3000])
    expect(taken.at(-1)?.ptsMs).toBe(2900)
  })

  it('continues with the first key frame after what is recorded', () => {
    const { taken } = run(frames(100, 10), plan(9000), 4900)
    expect(taken[0]?.ptsMs).toBe(5000)
  })

  it('does not cut a recording that ends before the bound', () => {
    expect(run(frames(100, 10), plan(5400, 5500))).toMatchObject({ last: 'take_last', at: 5400 })
  })
})
