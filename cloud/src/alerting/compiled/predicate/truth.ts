/** Whether something holds, after Kleene: what is not known makes the whole doubtful only where it could decide it. */
export type Truth = true | false | 'doubtful'

/** False as soon as one is false. */
export function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes('doubtful') ? 'doubtful' : true
}

/** True as soon as one is true. */
export function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true
  return truths.includes('doubtful') ? 'doubtful' : false
}

export function negated(truth: Truth): Truth {
  return truth === 'doubtful' ? truth : !truth
}

/** What a condition says of an event, and why, in words that stand alone: `object person: seen, 0.91`. */
export interface ConditionResult {
  readonly held: Truth
  readonly why: string
}
