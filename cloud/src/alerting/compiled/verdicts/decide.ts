import type { CompiledRuleVersionTable, RuleVerdictTable } from '../compiled-rule.table.js'

type VerdictOutcome = RuleVerdictTable['outcome']

/** What a verdict comes to. */
export interface Decision {
  readonly outcome: VerdictOutcome
  readonly decidedBy: RuleVerdictTable['decided_by']
  /** An alert is to follow, if neither cooldown nor No-Big-Deal is against it. */
  readonly alert: boolean
  readonly reason: string
}

/** The choices of a version. */
interface Choices {
  readonly judge_use: CompiledRuleVersionTable['judge_use']
  readonly in_doubt: 'alert' | 'no_alert'
}

/** What the predicate alone comes to; null: the judge is to be asked. */
export function decidedByPredicate(
  outcome: VerdictOutcome,
  version: Choices,
  reason: string,
): Decision | null {
  switch (outcome) {
    case 'match':
      return { outcome, decidedBy: 'predicate', alert: true, reason }
    case 'no_match':
      return { outcome, decidedBy: 'predicate', alert: false, reason }
    case 'doubtful':
      if (version.judge_use === 'doubtful') return null
      return { outcome, decidedBy: 'predicate', ...inDoubt(version, reason) }
  }
}

/** What an answer of the judge comes to. */
export function decidedByJudge(answer: { matches: boolean; reason: string }): Decision {
  return {
    outcome: answer.matches ? 'match' : 'no_match',
    decidedBy: 'judge',
    alert: answer.matches,
    reason: answer.reason,
  }
}

/**
 * What a doubt comes to where the judge gives no answer.
 * @param setting of the budget, for this cause
 * @param why a sentence for people
 */
export function decidedWithoutJudge(
  cause: 'budget' | 'unavailable',
  setting: 'predicate_decides' | 'no_alert',
  version: Pick<Choices, 'in_doubt'>,
  why: string,
): Decision {
  const outcome = 'doubtful'
  if (setting === 'no_alert')
    return {
      outcome,
      decidedBy: cause,
      alert: false,
      reason: `${why}; without the judge a doubt is no alert`,
    }
  return { outcome, decidedBy: cause, ...inDoubt(version, why) }
}

function inDoubt({ in_doubt }: Pick<Choices, 'in_doubt'>, why: string): Pick<Decision, 'alert' | 'reason'> {
  return in_doubt === 'alert'
    ? { alert: true, reason: `${why}; in doubt the rule alerts` }
    : { alert: false, reason: `${why}; in doubt the rule does not alert` }
}
