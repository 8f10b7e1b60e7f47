import { type Ffmpeg, findFfmpeg, systemClock } from '@sightline/agent/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { clipPlans, type Encoding, encodings, type Kind, kinds } from './clip-plan.js'
import { loadClip } from './encode-clip.js'
import { judge, scoreOf } from './judge.js'
import { playClip } from './play-clip.js'

// A few clips of the set, so that every change of the watch is seen; `npm run bench -- --only 15` plays all.

let ffmpeg: Ffmpeg
beforeAll(async () => {
  const { found } = await findFfmpeg(null, systemClock)
  if (found === null) throw new Error('these tests need ffmpeg')
  ffmpeg = found
})

const encodingOf = (name: string): Encoding => {
  const found = encodings.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no encoding ${name}`)
  return found
}

const play = async (
  kind: Kind,
  encoding: string,
  seed: number,
  more: Partial<Parameters<typeof playClip>[1]> = {},
) => {
  const clip = await loadClip({ kind, encoding: encodingOf(encoding), seed })
  const played = await playClip(clip, { ffmpeg, ...more })
  return { clip, played, ...judge(clip, played) }
}

describe('a movement is told once, soon', () => {
  it.each([
    ['walker', 'crf, gop 4 s, B', 77],
    ['car', 'cbr, gop 1 s', 78],
  ] as const)('%s (%s)', async (kind, encoding, seed) => {
    const { found, falseEvents, delaySec } = await play(kind, encoding, seed)
    expect({ found, falseEvents }).toEqual({ found: true, falseEvents: 0 })
    // The goal of 1.5 s, and what a busy machine takes more to decode.
    expect(delaySec).toBeLessThan(3)
  })

  it('and not where its zone is another', async () => {
    const sky = {
      kind: 'include',
      points: [
        [0, 0],
        [1, 0],
        [1, 0.2],
        [0, 0.2],
      ],
    } as const
    const { played } = await play('walker', 'crf, gop 4 s, B', 77, { zones: [sky] })
    expect(played.told).toEqual([])
    expect(played.looks).toBeGreaterThan(0)
  })
})

describe('nothing is told of', () => {
  it.each([['sunrise', 'crf, gop 1 s', 80]] as const)('%s (%s)', async (kind, encoding, seed) => {
    expect((await play(kind, encoding, seed)).played.told).toEqual([])
  })
})

it('the halves share no scene, and each has every kind in every encoding', () => {
  const [tuning, examination] = [clipPlans('tuning', 3), clipPlans('examination', 3)]
  expect(examination).toHaveLength(3 * kinds.length * encodings.length)
  const seeds = new Set(tuning.map(({ seed }) => seed))
  expect(seeds.size).toBe(tuning.length)
  expect(examination.filter(({ seed }) => seeds.has(seed))).toEqual([])
})

it('judges by events: one too many, one too late, one where nothing moved', () => {
  const told = (...seconds: number[]) => ({
    told: seconds.map((second) => ({
      second,
      beganSecond: second,
      motion: { atMs: 0, score: 1, area: { left: 0, top: 0, width: 1, height: 1 } },
    })),
  })
  const moved = { movement: { from: 8, to: 12 } }
  const judgements = [
    judge(moved, told(9)),
    judge(moved, told(3, 8.5)),
    judge(moved, told(20)),
    judge({ movement: null }, told()),
    judge({ movement: null }, told(5)),
  ]
  expect(judgements.map(({ found, falseEvents }) => [found, falseEvents])).toEqual([
    [true, 0],
    [true, 1],
    [false, 1],
    [false, 0],
    [false, 1],
  ])
  expect(judgements[0]?.delaySec).toBe(1)
  expect(scoreOf(judgements)).toEqual({ precision: 2 / 5, recall: 2 / 3 })
})
