import type { Predicate, PredicateNode } from '@sightline/protocol'
import { canonicalPredicate } from '../predicate/canonical.js'
import { alternativesOf } from './alternatives.js'
import { objectNodes } from './object-nodes.js'
import { placeNodes } from './place-nodes.js'
import type { Item } from './read-sentence.js'
import type { Meaning, NamedPlace } from './reading.js'
import { timeNodes } from './time-nodes.js'
import { together } from './together.js'

interface BuildContext {
  readonly places: readonly NamedPlace[]
  /** In which times are meant; null: that of the site of each event. */
  readonly timezone: string | null
}

interface Built {
  /** Null if there is nothing to build it of. */
  readonly predicate: Predicate | null
  readonly assumptions: readonly string[]
}

/** Joins what was understood of a sentence: each of its parts must hold, alternatives apart. */
export function buildPredicate(items: readonly Item[], { places, timezone }: BuildContext): Built {
  const siteNames = new Map(places.filter(({ kind }) => kind === 'site').map(({ id, name }) => [id, name]))
  const assumptions: string[] = []
  const nodes = alternativesOf(items).flatMap((part) => {
    const where = placeNodes(part, siteNames)
    assumptions.push(...where.assumptions)
    const all = [...objectNodes(part), ...where.nodes, ...timeNodes(part, timezone), ...otherNodes(part)]
    return together('all', all) ?? []
  })
  const whole = together('any', nodes)
  if (nodes.length > 1) assumptions.push(betweenDescriptions)
  return { predicate: whole ? canonicalPredicate({ version: 1, where: whole }) : null, assumptions }
}

const betweenDescriptions =
  'the sentence is read as several whole descriptions of which one is enough; write several rules if it is not so'

/** Conditions of each other kind: those of one kind joined by `or` are alternatives. */
function otherNodes(items: readonly Item[]): PredicateNode[] {
  const kinds = ['category', 'source', 'severity', 'duration', 'confidence', 'text', 'tag'] as const
  return kinds.flatMap((kind) => {
    const own = items.filter(({ meaning }) => meaning.kind === kind)
    const nodes = (wanted: boolean) =>
      own.filter(({ negated }) => negated !== wanted).flatMap(({ meaning }) => nodeOf(meaning, items) ?? [])
    // An event is of one kind only, so that two kinds are alternatives however they are joined.
    const isEither = kind === 'category' || kind === 'source' || own.some(({ join }) => join === 'or')
    const wanted = oneList(together(isEither ? 'any' : 'all', nodes(true)))
    return [...(wanted ? [wanted] : []), ...nodes(false).map((of): PredicateNode => ({ op: 'not', of }))]
  })
}

/** Kinds of events of which one is enough are one condition. */
function oneList(node: PredicateNode | undefined): PredicateNode | undefined {
  if (node?.op !== 'any') return node
  const categories = node.of.flatMap((child) => (child.op === 'category' ? child.in : []))
  return categories.length > 0 ? { op: 'category', in: [...new Set(categories)] } : node
}

function nodeOf(meaning: Meaning, items: readonly Item[]): PredicateNode | undefined {
  switch (meaning.kind) {
    case 'category':
      return { op: 'category', in: [...meaning.categories] }
    case 'source':
      return { op: 'source', in: [meaning.source] }
    case 'severity':
      return {
        op: 'severity',
        ...(meaning.least && { at_least: meaning.least }),
        ...(meaning.most && { at_most: meaning.most }),
      }
    case 'duration':
      return {
        op: 'duration',
        ...(meaning.least !== undefined && { at_least: meaning.least }),
        ...(meaning.most !== undefined && { at_most: meaning.most }),
      }
    case 'confidence':
      // Said with a thing it is how surely the thing was seen (object-nodes.ts).
      return items.some((item) => item.meaning.kind === 'object')
        ? undefined
        : { op: 'confidence', at_least: meaning.least }
    case 'text':
      return { op: 'text', match: 'phrase', value: meaning.text }
    case 'tag':
      return { op: 'tag', in: [meaning.tag] }
    case 'object':
    case 'place':
    case 'hours':
    case 'days':
      return undefined
  }
}
