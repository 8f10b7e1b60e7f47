import { describe, expect, it } from 'vitest'
import { flowing, isTooSlow, judgeFrame, type Line, type Pace, type Verdict } from './pace.js'

const room: Line = { ageMs: 100, windowMs: 500, isFull: false }
const late: Line = { ...room, ageMs: 501 }
const full: Line = { ...room, isFull: true }

/** Judges frames one after the other. */
function judged(steps: [line: Line, frame: 'key' | 'delta', nowMs: number][]): {
  pace: Pace
  verdicts: Verdict[]
} {
  let pace = flowing
  const verdicts = steps.map(([line, frame, nowMs]) => {
    const judgement = judgeFrame(pace, line, { isKeyframe: frame === 'key', nowMs })
    pace = judgement.pace
    return judgement.verdict
  })
  return { pace, verdicts }
}

describe('the pace of a viewer', () => {
  it('flowing -> flowing: the line has room', () => {
    const { pace, verdicts } = judged([
      [room, 'key', 0],
      [{ ...room, ageMs: 500 }, 'delta', 40],
    ])
    expect(verdicts).toEqual(['send', 'send'])
    expect(pace).toBe(flowing)
  })

  it.each([
    ['the oldest frame is too old', late],
    ['too many bytes wait', full],
  ])('flowing -> skipping: %s', (_, line) => {
    const { pace, verdicts } = judged([
      [room, 'key', 0],
      [line, 'delta', 40],
    ])
    expect(verdicts).toEqual(['send', 'skip'])
    expect(pace).toEqual({ skippingSinceMs: 40, overflowsMs: [40] })
  })

  it('skipping -> skipping: what is no keyframe, and a keyframe without room', () => {
    const { verdicts } = judged([
      [late, 'delta', 0],
      [room, 'delta', 40],
      [late, 'key', 80],
      [full, 'key', 120],
    ])
    expect(verdicts).toEqual(['skip', 'skip', 'skip', 'skip'])
  })

  it('skipping -> flowing: a keyframe that the line has room for, marked', () => {
    const { pace, verdicts } = judged([
      [late, 'delta', 0],
      [room, 'key', 400],
      [room, 'delta', 440],
    ])
    expect(verdicts).toEqual(['skip', 'send_after_gap', 'send'])
    expect(pace.skippingSinceMs).toBeNull()
  })

  it('is too slow after two overflows within ten seconds, not after one, nor after two far apart', () => {
    const once = judged([[late, 'delta', 0]])
    expect(isTooSlow(once.pace, 10)).toBe(false)
    const twice = judged([
      [late, 'delta', 0],
      [room, 'key', 400],
      [late, 'delta', 9_000],
    ])
    expect(isTooSlow(twice.pace, 9_000)).toBe(true)
    const apart = judged([
      [late, 'delta', 0],
      [room, 'key', 400],
      [late, 'delta', 10_100],
    ])
    expect(isTooSlow(apart.pace, 10_100)).toBe(false)
  })

  it('is too slow when the picture stands for want of a keyframe', () => {
    const { pace } = judged([
      [late, 'delta', 0],
      [room, 'delta', 2_900],
      [room, 'delta', 3_000],
    ])
    expect(isTooSlow(pace, 3_000)).toBe(true)
  })
})
