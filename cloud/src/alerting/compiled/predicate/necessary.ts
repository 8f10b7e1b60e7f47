import { type EventCategory, eventCategories, type Predicate, type PredicateNode } from '@sightline/protocol'
import { broaderThan, labelOf } from '../../../understanding/labels/label.service.js'
import { boundsOf } from './object-condition.js'
import { type PredicateFacts, prepare } from './prepared-facts.js'

/**
 * What an event must have for a predicate to say anything but `no_match`: one of each list. Null demands nothing, an
 * empty list admits no event. It may admit events that do not match, and never shuts one out that matches or is
 * doubtful.
 */
export interface NecessaryConditions {
  readonly cameras: readonly string[] | null
  readonly sites: readonly string[] | null
  readonly categories: readonly EventCategory[] | null
  /** Keys as `lookupLabels` makes them of an event that was analysed; of others nothing is demanded. */
  readonly labels: readonly string[] | null
}

const nothing: NecessaryConditions = { cameras: null, sites: null, categories: null, labels: null }

/** For an index of many predicates: which of them an event can concern at all. */
export function necessaryConditions(predicate: Predicate): NecessaryConditions {
  return demands(predicate.where, true)
}

/**
 * The keys under which an event is found by what was seen: each label with those that cover it, and the label itself
 * marked by `=`. An event that was not analysed may show anything besides, and is not to be looked up by them.
 */
export function lookupLabels(facts: PredicateFacts): string[] {
  const { objects, tagged } = prepare(facts)
  return [
    ...new Set([...objects, ...tagged].flatMap(({ label, broader }) => [`=${label}`, label, ...broader])),
  ]
}

function demands(node: PredicateNode, wanted: boolean): NecessaryConditions {
  switch (node.op) {
    case 'all':
    case 'any': {
      const each = node.of.map((child) => demands(child, wanted))
      return (node.op === 'all') === wanted ? each.reduce(both) : each.reduce(either)
    }
    case 'not':
      return demands(node.of, !wanted)
    case 'category':
      return {
        ...nothing,
        categories: eventCategories.filter((category) => node.in.includes(category) === wanted),
      }
    case 'camera':
      return wanted ? { ...nothing, cameras: node.in } : nothing
    case 'site':
      return wanted ? { ...nothing, sites: node.in } : nothing
    case 'object': {
      // What holds where none was seen demands none, and the contrary of that one.
      const needsOne = boundsOf(node).least > 0 === wanted
      return needsOne ? { ...nothing, labels: keysOfRule(node.label) } : nothing
    }
    case 'source':
    case 'topic':
    case 'tag':
    case 'confidence':
    case 'severity':
    case 'time':
    case 'duration':
    case 'text':
      return nothing
  }
}

/** A broader label alone makes doubtful, not one that is beside it: `=vehicle` concerns car, and `truck` does not. */
function keysOfRule(word: string): string[] {
  const label = labelOf(word)
  return [label, ...broaderThan(label).map((broader) => `=${broader}`)]
}

function both(a: NecessaryConditions, b: NecessaryConditions): NecessaryConditions {
  return {
    cameras: common(a.cameras, b.cameras),
    sites: common(a.sites, b.sites),
    categories: common(a.categories, b.categories),
    // An event has many labels: two demands are not their common part. The shorter one is kept.
    labels: a.labels && b.labels ? shorter(a.labels, b.labels) : (a.labels ?? b.labels),
  }
}

function either(a: NecessaryConditions, b: NecessaryConditions): NecessaryConditions {
  return {
    cameras: union(a.cameras, b.cameras),
    sites: union(a.sites, b.sites),
    categories: union(a.categories, b.categories),
    labels: union(a.labels, b.labels),
  }
}

function common<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  return a && b ? a.filter((value) => b.includes(value)) : (a ?? b)
}

function union<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  return a && b ? [...new Set([...a, ...b])] : null
}

function shorter<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return b.length < a.length ? b : a
}
