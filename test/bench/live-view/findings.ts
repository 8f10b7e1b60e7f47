import type { Finding, Outcome } from '../bench-row.js'
import { percentile } from '../measure/statistics.js'
import { figure } from '../table.js'

export const noChromium: Outcome = {
  kind: 'skipped',
  reason: 'there is no Chromium here (apt-get install chromium)',
}

/** What delays may be, ms. */
export interface Goal {
  /** Left out: there is one for all. */
  readonly p50Ms?: number
  readonly p95Ms: number
}

/** What a reference needed, ms. */
export interface Reference {
  readonly name: string
  readonly values: readonly number[]
}

/** A line of delays, ms. The ratio is that of the medians, to the first reference. */
export function delaysFinding(line: {
  readonly metric: string
  readonly values: readonly number[]
  readonly goal: Goal
  readonly references?: readonly Reference[]
}): Finding {
  const { metric, values, goal, references = [] } = line
  const [p50, p95] = [percentile(values, 50), percentile(values, 95)]
  const [first] = references
  return {
    metric: `live view, ${metric}`,
    product: delaysText(values),
    reference:
      references.map(({ name, values: theirs }) => `${name} ${delaysText(theirs)}`).join('; ') || 'none',
    ratio: first === undefined ? '' : figure(p50 / percentile(first.values, 50)),
    goal: goalText(goal),
    holds: p50 <= (goal.p50Ms ?? goal.p95Ms) && p95 <= goal.p95Ms,
  }
}

/** A line of delays of which none may be longer than `withinMs`. */
export function withinFinding(metric: string, values: readonly number[], withinMs: number): Finding {
  const latest = Math.max(...values)
  return {
    metric: `live view, ${metric}`,
    product: `p50 ${figure(percentile(values, 50))} ms, latest ${figure(latest)} ms of ${values.length}`,
    reference: 'none',
    ratio: '',
    goal: `within ${withinMs / 1000} s`,
    holds: latest <= withinMs,
  }
}

const delaysText = (values: readonly number[]) =>
  `p50 ${figure(percentile(values, 50))} ms, p95 ${figure(percentile(values, 95))} ms of ${values.length}`

const goalText = ({ p50Ms, p95Ms }: Goal) =>
  p50Ms === undefined ? `p95 at most ${p95Ms} ms` : `p50 at most ${p50Ms} ms, p95 ${p95Ms} ms`
