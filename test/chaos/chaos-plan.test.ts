import { expect, test } from 'vitest'
import { fullSize, planChaos } from './chaos-plan.js'

test('the same seed makes the same run, another one another', () => {
  expect(planChaos(fullSize, 7)).toEqual(planChaos(fullSize, 7))
  expect(planChaos(fullSize, 7)).not.toEqual(planChaos(fullSize, 8))
})

test('all faults come, spread over all events, of every kind', () => {
  const { kills, ffmpegKills, cuts } = planChaos(fullSize, 1)
  expect([kills.length, ffmpegKills.length, cuts.length]).toEqual([100, 50, 200])
  for (const faults of [kills, ffmpegKills, cuts]) {
    const afters = faults.map(({ after }) => after)
    expect(afters).toEqual(afters.toSorted((a, b) => a - b))
    expect(afters.at(-1)).toBeLessThan(fullSize.events)
    expect(afters.at(-1)).toBeGreaterThan(fullSize.events * 0.9)
  }
  expect(new Set(cuts.map(({ cut }) => cut))).toEqual(new Set(['reset', 'black hole', 'half-open']))
})
