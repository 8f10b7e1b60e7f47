import type { UsageOfDay } from '../../../api/ai.js'

/** Purposes that are drawn by themselves; what is rare is drawn as one. */
export const groups = ['analysis', 'triage', 'judge', 'other'] as const
export type Group = (typeof groups)[number]

/** What is added up: costs, or tokens where no cost is known. */
export type Measure = 'cost' | 'tokens'

type Sums = Pick<UsageOfDay, 'input_tokens' | 'output_tokens' | 'cost_usd'>

/** In and out together. */
export const tokensOf = ({ input_tokens: input, output_tokens: output }: Sums): number =>
  (input ?? 0) + (output ?? 0)

const amountOf = (sums: Sums, measure: Measure): number =>
  measure === 'cost' ? (sums.cost_usd ?? 0) : tokensOf(sums)

export function groupOf(purpose: UsageOfDay['purpose']): Group {
  switch (purpose) {
    case 'analysis':
    case 'triage':
    case 'judge':
      return purpose
    case 'compile':
    case 'chat':
      return 'other'
  }
}

/** One day of the drawing. */
export interface DayBar {
  /** Such as 2026-03-12. */
  readonly day: string
  readonly parts: Readonly<Record<Group, number>>
  readonly sum: number
}

/** Each of the days with what was taken on it, also those on which nothing was. */
export function barsOf(
  days: readonly string[],
  usage: readonly (Sums & Pick<UsageOfDay, 'date' | 'purpose'>)[],
  measure: Measure,
): DayBar[] {
  return days.map((day) => {
    const parts = { analysis: 0, triage: 0, judge: 0, other: 0 }
    for (const one of usage) if (one.date === day) parts[groupOf(one.purpose)] += amountOf(one, measure)
    return { day, parts, sum: groups.reduce((sum, group) => sum + parts[group], 0) }
  })
}

/** What was taken for one purpose. */
export interface PurposeSums {
  readonly purpose: UsageOfDay['purpose']
  readonly calls: number
  readonly tokens: number
  /** US dollars; null: not known for any of them. */
  readonly cost: number | null
}

const purposes = ['analysis', 'triage', 'judge', 'compile', 'chat'] as const

/** What each purpose took in a time; those for which nothing was asked are left out. */
export function sumsByPurpose(
  usage: readonly (Sums & Pick<UsageOfDay, 'purpose' | 'calls'>)[],
): PurposeSums[] {
  return purposes.flatMap((purpose) => {
    const own = usage.filter((one) => one.purpose === purpose)
    if (own.length === 0) return []
    const costs = own.flatMap(({ cost_usd: cost }) => (cost === null ? [] : [cost]))
    return [
      {
        purpose,
        calls: own.reduce((sum, { calls }) => sum + calls, 0),
        tokens: own.reduce((sum, one) => sum + tokensOf(one), 0),
        cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
      },
    ]
  })
}

/** How much more one is than the other, as a share: 0.12 is 12 % more; null where nothing was before. */
export const growth = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before

/** A round number that is not less, for the top of a scale: 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10
  return step * power
}
