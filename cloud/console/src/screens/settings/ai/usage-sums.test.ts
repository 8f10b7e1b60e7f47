import { describe, expect, it } from 'vitest'
import { barsOf, groupOf, growth, roundUp, sumsByPurpose } from './usage-sums.js'

const of = (
  date: string,
  purpose: 'analysis' | 'triage' | 'judge' | 'compile' | 'chat',
  tokens: number,
  cost: number | null,
) => ({ date, purpose, calls: 2, input_tokens: tokens, output_tokens: null, cost_usd: cost })

const usage = [
  of('2026-03-11', 'analysis', 1_000, 0.5),
  of('2026-03-11', 'compile', 10, 0.1),
  of('2026-03-12', 'analysis', 500, null),
  of('2026-03-12', 'chat', 20, 0.2),
]

describe('the days', () => {
  const days = ['2026-03-10', '2026-03-11', '2026-03-12']

  it('are all there, also those on which nothing was asked, with what is rare as one', () => {
    expect(barsOf(days, usage, 'cost')).toEqual([
      { day: '2026-03-10', parts: { analysis: 0, triage: 0, judge: 0, other: 0 }, sum: 0 },
      { day: '2026-03-11', parts: { analysis: 0.5, triage: 0, judge: 0, other: 0.1 }, sum: 0.6 },
      { day: '2026-03-12', parts: { analysis: 0, triage: 0, judge: 0, other: 0.2 }, sum: 0.2 },
    ])
  })

  it('count tokens where no price is known', () => {
    expect(barsOf(days, usage, 'tokens').map(({ sum }) => sum)).toEqual([0, 1_010, 520])
  })
})

it('a purpose without a known cost has none, and one for which nothing was asked is left out', () => {
  expect(sumsByPurpose(usage.slice(1, 3))).toEqual([
    { purpose: 'analysis', calls: 2, tokens: 500, cost: null },
    { purpose: 'compile', calls: 2, tokens: 10, cost: 0.1 },
  ])
})

it('questions and rules are drawn as one', () => {
  expect([groupOf('judge'), groupOf('compile'), groupOf('chat')]).toEqual(['judge', 'other', 'other'])
})

it.each([
  [112, 100, 0.12],
  [50, 100, -0.5],
  [3, 0, null],
])('%d against %d is %j', (now, before, share) => {
  expect(growth(now, before)).toEqual(share)
})

it.each([
  [0, 1],
  [0.3, 0.5],
  [2, 2],
  [17.4, 20],
  [5_100, 10_000],
])('the scale for %d ends at %d', (value, top) => {
  expect(roundUp(value)).toBeCloseTo(top, 9)
})
