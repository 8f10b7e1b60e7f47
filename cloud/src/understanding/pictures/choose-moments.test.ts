import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkProperty } from '#testing/check-property.js'
import { chooseMoments, mostPictures } from './choose-moments.js'
import { type ClipPicture, readClipPictures } from './clip-pictures.js'
import { cutPlan } from './cut-plan.js'
import { movementOf } from './movement.js'
import type { PictureMode } from './taken-picture.service.js'

interface Plan {
  readonly seconds: number
  readonly rate?: number
  /** Seconds from keyframe to keyframe. */
  readonly group?: number
  /** Around these seconds pictures cost five times as much. */
  readonly moved?: readonly number[]
}

function pictures({ seconds, rate = 10, group = 2, moved = [] }: Plan): ClipPicture[] {
  return Array.from({ length: Math.round(seconds * rate) }, (_, index) => {
    const at = 100 + index / rate
    const isKey = index % Math.round(group * rate) === 0
    const moves = moved.some((moment) => Math.abs(at - 100 - moment) < 0.4)
    return { at, isKey, bytes: isKey ? 50_000 : 2_000 + (index % 7) * 20 + (moves ? 10_000 : 0) }
  })
}

const secondsOf = (clip: readonly ClipPicture[], chosen: readonly number[]) =>
  chosen.map((index) => Math.round(((clip[index]?.at ?? Number.NaN) - 100) * 10) / 10)

function choose(plan: Plan, mode: PictureMode, triggerSec = 0): number[] {
  const clip = pictures(plan)
  return secondsOf(clip, chooseMoments(clip, mode, triggerSec))
}

describe('snapshot_only', () => {
  test('the picture at the trigger, wherever the keyframes are', () => {
    expect(choose({ seconds: 30, group: 10 }, 'snapshot_only', 5)).toEqual([5])
  })
  test('the keyframe where it is near enough', () => {
    expect(choose({ seconds: 30 }, 'snapshot_only', 6.4)).toEqual([6])
  })
  test('the end of a clip that is over before its trigger', () => {
    expect(choose({ seconds: 3, group: 10 }, 'snapshot_only', 99)).toEqual([2.9])
  })
})

describe('multi_frame', () => {
  test('is spread evenly over a clip in which nothing moves', () => {
    expect(choose({ seconds: 32, group: 1 }, 'multi_frame')).toEqual([2, 6, 10, 14, 18, 22, 26, 30])
  })

  test('goes to the strongest movement of each share, near enough to a keyframe', () => {
    const seconds = choose({ seconds: 32, group: 10, moved: [3, 13.5] }, 'multi_frame')
    expect(seconds).toHaveLength(8)
    expect(Math.abs((seconds[0] ?? 0) - 3)).toBeLessThan(0.5)
    expect(Math.abs((seconds[3] ?? 0) - 13.5)).toBeLessThan(0.5)
    // Between 8 and 12 s nothing moves: the keyframe at 10 s shows that as well as any.
    expect(seconds[2]).toBe(10)
  })

  test('one in each share, also if all that moves is in one of them', () => {
    const seconds = choose({ seconds: 32, group: 10, moved: [1, 1.5, 2, 2.5, 3] }, 'multi_frame')
    const shares = seconds.map((at) => Math.floor(at / 3.99))
    expect(new Set(shares).size).toBe(8)
  })

  test.each([
    [0.1, 1],
    [1, 2],
    [2.1, 5],
    [30, 8],
  ])('a clip of %f s gives %i', (seconds, count) => {
    expect(choose({ seconds, group: 60 }, 'multi_frame')).toHaveLength(count)
  })
})

describe('full_video', () => {
  test('one a second', () => {
    expect(choose({ seconds: 6, group: 2 }, 'full_video')).toEqual([0, 1, 2, 3, 4, 5])
  })
  test('32 of a longer clip, from its beginning to its end', () => {
    const seconds = choose({ seconds: 124.1, group: 2 }, 'full_video')
    expect(seconds).toHaveLength(32)
    expect(seconds.slice(0, 3)).toEqual([0, 4, 8])
    expect(seconds.at(-1)).toBe(124)
  })
})

test('whatever the clip: rising, none twice, no more than the mode says, at least one', () => {
  const clips = fc.array(
    fc.record({ gap: fc.double({ min: 0.001, max: 3, noNaN: true }), isKey: fc.boolean(), bytes: fc.nat() }),
    { minLength: 1, maxLength: 200 },
  )
  const modes = fc.constantFrom('snapshot_only' as const, 'multi_frame' as const, 'full_video' as const)
  checkProperty(
    fc.property(clips, modes, fc.double({ min: 0, max: 400, noNaN: true }), (gaps, mode, trigger) => {
      let at = 0
      const clip = gaps.map(({ gap, isKey, bytes }) => {
        at += gap
        return { at, isKey, bytes }
      })
      const chosen = chooseMoments(clip, mode, trigger)
      expect(chosen.length).toBeGreaterThan(0)
      expect(chosen.length).toBeLessThanOrEqual(mostPictures[mode])
      expect(chosen).toEqual([...new Set(chosen)].toSorted((one, other) => one - other))
      const cut = cutPlan(clip, chosen).flatMap(({ moments }) => moments.map((moment) => moment.at))
      expect(cut.toSorted((one, other) => one - other)).toEqual(chosen.map((index) => clip[index]?.at))
    }),
  )
})

test('a clip without a picture gives none', () => {
  expect(chooseMoments([], 'multi_frame', 0)).toEqual([])
})

describe('movement', () => {
  test('is nothing where the sizes differ by their usual noise', () => {
    expect(Math.max(...movementOf(pictures({ seconds: 20 })))).toBe(0)
  })
  test('is not mistaken for keyframes', () => {
    const clip = pictures({ seconds: 20, moved: [7] })
    const strongest = movementOf(clip).map((value, index) => (value > 0 ? index : -1))
    const seconds = secondsOf(
      clip,
      strongest.filter((index) => index >= 0),
    )
    expect(Math.min(...seconds)).toBeGreaterThan(6)
    expect(Math.max(...seconds)).toBeLessThan(8)
  })
})

describe('the plan', () => {
  test('keyframes are cut in one pass without the rest', () => {
    const clip = pictures({ seconds: 10, group: 2 })
    const [pass, ...others] = cutPlan(clip, [20, 40, 60])
    expect(others).toEqual([])
    expect(pass).toMatchObject({ keysOnly: true, fromSec: 102 })
    expect(pass?.moments.map(({ at }) => at)).toEqual([102, 104, 106])
  })

  test('others from their own keyframe on; those of one stretch together, with the keyframes between', () => {
    const clip = pictures({ seconds: 40, group: 10 })
    const passes = cutPlan(clip, [0, 50, 90, 100, 110, 350])
    expect(passes.map(({ keysOnly, fromSec, moments }) => [keysOnly, fromSec, moments.length])).toEqual([
      [false, 100, 5],
      [false, 130, 1],
    ])
    expect(cutPlan(clip, [50, 200]).map(({ keysOnly, fromSec }) => [keysOnly, fromSec])).toEqual([
      [true, 120],
      [false, 100],
    ])
  })
})

describe('the list of pictures', () => {
  const head = '#tb 0: 1/1000\n#media_type 0: video\n'
  test('in order of time, with B-frames and keyframes told apart', () => {
    const lines = [
      '0,  -80,    0,   40,  10055, 0x355f0665',
      '0,  -40,  120,   40,   5597, 0x8e4efe6a, F=0x0',
      '0,    0,   40,   40,    123, 0x8e4efe6a, F=0x0',
      '0,   40,   80,   40,    124, 0x8e4efe6a, F=0x5',
    ]
    expect(readClipPictures(head + lines.join('\n'))).toEqual([
      { at: 0, isKey: true, bytes: 10055 },
      { at: 0.04, isKey: false, bytes: 123 },
      { at: 0.08, isKey: true, bytes: 124 },
      { at: 0.12, isKey: false, bytes: 5597 },
    ])
  })
  test('no two of one instant, and nothing out of nonsense', () => {
    expect(readClipPictures(`${head}0, 0, 5, 1, 7, 0xaa\n0, 1, 5, 1, 8, 0xab\n`)).toHaveLength(1)
    for (const text of ['', 'nonsense', '#tb 0: 0/0\n0, 0, 0, 1, 1, 0xaa', '0, 0, 0, 1, 1, 0xaa'])
      expect(readClipPictures(text)).toEqual([])
  })
})
