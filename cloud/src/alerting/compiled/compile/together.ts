import type { PredicateNode } from '@sightline/protocol'

/** One node alone, several joined, none for none. */
export function together(op: 'all' | 'any', nodes: readonly PredicateNode[]): PredicateNode | undefined {
  const [first] = nodes
  return nodes.length > 1 ? { op, of: [...nodes] } : first
}
