import type { PredicateNode } from '@sightline/protocol'
import type { Item } from './read-sentence.js'
import { together } from './together.js'

/**
 * What was or was not to be seen. `and` binds more closely than `or`, and what no word joins is asked beside all before
 * it: `a man or a woman with a dog`.
 */
export function objectNodes(items: readonly Item[]): PredicateNode[] {
  const confidence = items
    .flatMap(({ meaning, negated }) => (meaning.kind === 'confidence' && !negated ? [meaning.least] : []))
    .at(-1)
  const factors: PredicateNode[][][] = []
  const absent: PredicateNode[] = []
  for (const { meaning, negated, join } of items) {
    if (meaning.kind !== 'object') continue
    const { label, least, most } = meaning
    const isCounted = least !== undefined || most !== undefined
    const node: PredicateNode = {
      op: 'object',
      label,
      ...(least !== undefined && { at_least: least }),
      ...(most !== undefined && { at_most: most }),
      ...(confidence !== undefined && { min_confidence: confidence }),
    }
    if (negated) absent.push(isCounted ? { op: 'not', of: node } : { op: 'object', label, at_most: 0 })
    else if (join === 'or' && factors.length > 0) factors.at(-1)?.push([node])
    else if (join === 'and' && factors.length > 0) factors.at(-1)?.at(-1)?.push(node)
    else factors.push([[node]])
  }
  return [...factors.flatMap(anyOfAll), ...absent]
}

function anyOfAll(alternatives: readonly PredicateNode[][]): PredicateNode[] {
  const nodes = alternatives.flatMap((part) => together('all', part) ?? [])
  return [together('any', nodes) ?? []].flat()
}
