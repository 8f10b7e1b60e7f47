import { seeded } from '@sightline/protocol/testing'
import { expect, test } from 'vitest'
import { faultsOfClip } from './faults-of-clip.js'
import { planOddStream } from './oddities.js'
import { recordOddStream } from './record-odd-stream.js'

// `npm run fuzz` sets both; a seed that failed is tried again with FUZZ_SEED.
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 20_261_126)
const streams = Number(process.env['FUZZ_STREAMS'] ?? 20)

const seeds = Array.from({ length: streams }, (_, index) => firstSeed + index)

test.each(seeds)('what two or three oddities at once send is recorded (FUZZ_SEED=%i)', async (seed) => {
  const random = seeded(seed)
  const stream = planOddStream(random)
  const recorded = await recordOddStream(stream, random)
  const faults = recorded.clips.flatMap((clip, at) =>
    faultsOfClip(clip, stream, recorded).map((fault) => `clip ${at + 1} ${fault}`),
  )
  const { breaks, continuations } = recorded
  const found = [...faults, ...breaks, ...(continuations > 0 ? [`${continuations} further events`] : [])]
  expect({ stream, found }).toEqual({ stream, found: [] })
})
