import type { Predicate, PredicateCondition, PredicateNode } from '@sightline/protocol'
import { judgeCondition } from './judge-condition.js'
import { type NearMiss, nearestWay } from './near-miss.js'
import { type PredicateFacts, type PreparedFacts, prepare } from './prepared-facts.js'
import { allOf, anyOf, negated, type Truth } from './truth.js'

export type { PredicateFacts } from './prepared-facts.js'

type PredicateOutcome = 'match' | 'no_match' | 'doubtful'

/** A condition with what it found at an event. */
interface JudgedCondition {
  /** Where it stands in the predicate: `where.of.1`. */
  readonly path: string
  readonly condition: PredicateCondition
  readonly held: Truth
  /** In plain words: `object person: seen, 0.91`. */
  readonly why: string
}

/** What a predicate says of an event. */
export interface Evaluation extends NearMiss {
  readonly outcome: PredicateOutcome
  /** All of them, in the order in which they are written, those too that did not matter. */
  readonly conditions: readonly JudgedCondition[]
}

/**
 * What `predicate` says of an event: a match, none, or doubtful, where a confidence lies a little under its threshold
 * or nobody knows what is asked, as of an event that was not analysed. Pure; `facts` must not change between calls.
 */
export function evaluate(predicate: Predicate, facts: PredicateFacts): Evaluation {
  const conditions: JudgedCondition[] = []
  const truth = judge(predicate.where, 'where', prepare(facts), conditions)
  const heldAt = new Map(conditions.map(({ path, held }) => [path, held]))
  return { outcome: outcomeOf(truth), conditions, ...nearestWay(predicate.where, heldAt) }
}

function judge(node: PredicateNode, path: string, facts: PreparedFacts, into: JudgedCondition[]): Truth {
  switch (node.op) {
    case 'all':
    case 'any': {
      const truths = node.of.map((child, index) => judge(child, `${path}.of.${index}`, facts, into))
      return node.op === 'all' ? allOf(truths) : anyOf(truths)
    }
    case 'not':
      return negated(judge(node.of, `${path}.of`, facts, into))
    default: {
      const { held, why } = judgeCondition(node, facts)
      into.push({ path, condition: node, held, why })
      return held
    }
  }
}

function outcomeOf(truth: Truth): PredicateOutcome {
  if (truth === 'doubtful') return truth
  return truth ? 'match' : 'no_match'
}
