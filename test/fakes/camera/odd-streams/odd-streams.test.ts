import { seeded } from '@sightline/protocol/testing'
import { expect, test } from 'vitest'
import { faultsOfClip } from './faults-of-clip.js'
import { planOddStream } from './oddities.js'
import { recordOddStream } from './record-odd-stream.js'

// `npm run fuzz` sets both; a seed that failed is tried again with FUZZ_SEED.
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 20_261_126)
const streams = Number(process.env['FUZZ_STREAMS'] ?? 20)

const seeds = Array.from({ length: streams }, (_, index) => firstSeed + index)

async function expectRecorded(seed: number): Promise<void> {
  const random = seeded(seed)
  const stream = planOddStream(random)
  const recorded = await recordOddStream(stream, random)
  const faults = recorded.clips.flatMap((clip, at) =>
    faultsOfClip(clip, stream, recorded).map((fault) => `clip ${at + 1} ${fault}`),
  )
  const { breaks, continuations } = recorded
  const found = [...faults, ...breaks, ...(continuations > 0 ? [`${continuations} further events`] : [])]
  expect({ stream, found }).toEqual({ stream, found: [] })
}

test.each(seeds)('what two or three oddities at once send is recorded (FUZZ_SEED=%i)', expectRecorded)

test.each([
  ['whose name, numbers and time are others behind a pause (H.265, UDP)', 2_129_093_951],
  ['whose name, numbers and time are others at once (H.264)', 2_129_093_991],
  ['whose name, numbers and time are others at once (H.265, back)', 2_129_094_028],
  ['with stray bytes beside a stranger that counts where it is (H.265)', 575_160_430],
  ['that is another one with each keyframe, of which it stamps two pictures 3 s off (UDP)', 575_160_469],
  ['whose clock is set back as it stamps a keyframe and the next picture 3 s off (B-frames)', 575_160_599],
  ['of several payload types, beside a stranger, with pairs of B-frames far off', 2_129_094_015],
])('so is what once was not: a camera %s (FUZZ_SEED=%i)', (_what, seed) => expectRecorded(seed))
