import type { Predicate, PredicateCondition, PredicateNode } from '@sightline/protocol'
import { wordsOf } from '../../../platform/text/words.js'
import { weekdays } from '../../../platform/time/wall-clock.js'
import { labelOf, plainText } from '../../../understanding/labels/label.service.js'

/**
 * The predicate in the one form that all predicates take that say the same by other order, nesting, repetition or
 * spelling: two of them compare equal as JSON text. It means what the given one means.
 */
export function canonicalPredicate(predicate: Predicate): Predicate {
  return { version: predicate.version, where: canonicalNode(predicate.where) }
}

function canonicalNode(node: PredicateNode): PredicateNode {
  switch (node.op) {
    case 'all':
    case 'any':
      return joined(node.op, node.of.map(canonicalNode))
    case 'not': {
      const inner = canonicalNode(node.of)
      return inner.op === 'not' ? inner.of : { op: 'not', of: inner }
    }
    default:
      return canonicalCondition(node)
  }
}

/** Nodes of the same kind inside each other are one; each is said once; one alone needs no joining. */
function joined(op: 'all' | 'any', nodes: readonly PredicateNode[]): PredicateNode {
  const flat = nodes.flatMap((node) => (node.op === op ? node.of : [node]))
  const byText = new Map(flat.map((node) => [JSON.stringify(node), node]))
  const [first, ...others] = [...byText.entries()].toSorted(byKey).map(([, node]) => node)
  if (first === undefined) return { op, of: [] }
  return others.length === 0 ? first : { op, of: [first, ...others] }
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b)
}

/** Members in a fixed order, lists sorted, without what says nothing. */
function canonicalCondition(node: PredicateCondition): PredicateCondition {
  switch (node.op) {
    case 'category':
      return { op: node.op, in: sorted(node.in) }
    case 'source':
      return { op: node.op, in: sorted(node.in) }
    case 'topic':
      return { op: node.op, like: node.like }
    case 'tag':
      return { op: node.op, in: sorted(node.in.map((tag) => compared(plainText(tag), tag, 100))) }
    case 'object': {
      const least = node.at_least ?? (node.at_most === undefined ? 1 : undefined)
      return {
        op: node.op,
        label: compared(labelOf(node.label), node.label, 100),
        ...(least !== undefined && { at_least: least }),
        ...(node.at_most !== undefined && { at_most: node.at_most }),
        ...(node.min_confidence !== undefined &&
          node.min_confidence > 0 && { min_confidence: node.min_confidence }),
      }
    }
    case 'confidence':
      return { op: node.op, at_least: node.at_least }
    case 'severity': {
      const { op, at_least: least, at_most: most } = node
      return { op, ...(least && { at_least: least }), ...(most && { at_most: most }) }
    }
    case 'duration': {
      const { op, at_least: least, at_most: most } = node
      return {
        op,
        ...(least !== undefined && { at_least: least }),
        ...(most !== undefined && { at_most: most }),
      }
    }
    case 'camera':
    case 'site':
      return { op: node.op, in: sorted(node.in) }
    case 'time': {
      const days = weekdays.filter((day) => node.days?.includes(day))
      return {
        op: node.op,
        from: node.from,
        to: node.to,
        ...(days.length > 0 && days.length < weekdays.length && { days }),
        ...(node.timezone !== undefined && { timezone: node.timezone }),
      }
    }
    case 'text': {
      const words = wordsOf(node.value)
      const match = words.length === 1 ? 'words' : node.match
      const text = (match === 'phrase' ? words : sorted(words)).join(' ')
      return { op: node.op, match, value: compared(text, node.value, 200) }
    }
  }
}

/** The compared form of a text, or the text itself where that form is longer than the language takes, or nothing. */
function compared(form: string, text: string, longest: number): string {
  return form === '' || form.length > longest ? text : form
}

function sorted<Value extends string>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted()
}
