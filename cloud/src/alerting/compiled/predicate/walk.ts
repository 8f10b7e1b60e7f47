import type { Predicate, PredicateCondition, PredicateNode } from '@sightline/protocol'

/** True for a node that asks about one thing and joins no others. */
export function isCondition(node: PredicateNode): node is PredicateCondition {
  return node.op !== 'all' && node.op !== 'any' && node.op !== 'not'
}

/** All conditions of a predicate, in the order in which they are written. */
export function conditionsOf({ where }: Pick<Predicate, 'where'>): PredicateCondition[] {
  return isCondition(where) ? [where] : [where.of].flat().flatMap((node) => conditionsOf({ where: node }))
}

/** The cameras and sites that a predicate names, each once. */
export function idsOf(predicate: Predicate): { cameras: string[]; sites: string[] } {
  const conditions = conditionsOf(predicate)
  const named = (op: 'camera' | 'site') => [
    ...new Set(conditions.flatMap((condition) => (condition.op === op ? condition.in : []))),
  ]
  return { cameras: named('camera'), sites: named('site') }
}
