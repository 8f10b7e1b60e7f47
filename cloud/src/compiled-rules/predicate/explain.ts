import type { Predicate, PredicateCondition, PredicateNode } from '@sightline/protocol'
import { labelOf } from './labels.js'
import { isCondition } from './walk.js'

/** What cameras and sites are called; only those that the reader may see. */
export interface Names {
  readonly cameras: ReadonlyMap<string, string>
  readonly sites: ReadonlyMap<string, string>
}

/** What a predicate asks, in words, made from the predicate alone: `Matches if no person is seen and …`. */
export function explain(predicate: Predicate, names: Names): string {
  return `Matches if ${phrase(predicate.where, names)}.`
}

function phrase(node: PredicateNode, names: Names): string {
  switch (node.op) {
    case 'all':
    case 'any':
      return node.of.map((child) => inside(child, names)).join(node.op === 'all' ? ' and ' : ' or ')
    case 'not':
      return `it is not so that ${inside(node.of, names)}`
    default:
      return conditionPhrase(node, names)
  }
}

/** What is joined inside of something joined stands in brackets, so that it can be read in one way only. */
function inside(node: PredicateNode, names: Names): string {
  const text = phrase(node, names)
  return isCondition(node) || node.op === 'not' ? text : `(${text})`
}

function conditionPhrase(node: PredicateCondition, names: Names): string {
  switch (node.op) {
    case 'category':
      return `its kind is ${either(node.in.map(spoken))}`
    case 'source':
      return `it was triggered by ${either(node.in)}`
    case 'topic':
      return `its topic fits ${quoted(node.like)}`
    case 'tag':
      return `it has the tag ${either(node.in.map(quoted))}`
    case 'object':
      return objectPhrase(node)
    case 'confidence':
      return `the analysis is sure of it by ${node.at_least} or more`
    case 'severity':
      return `its severity is ${bounds(node.at_least, node.at_most)}`
    case 'camera':
      return `it is of camera ${either(node.in.map((id) => named(id, names.cameras)))}`
    case 'site':
      return `it is at site ${either(node.in.map((id) => named(id, names.sites)))}`
    case 'time':
      return timePhrase(node)
    case 'duration':
      return `it lasts ${bounds(seconds(node.at_least), seconds(node.at_most))}`
    case 'text':
      return `its text has the ${node.match === 'phrase' ? 'phrase' : 'words'} ${quoted(node.value)}`
  }
}

function objectPhrase(node: Extract<PredicateCondition, { op: 'object' }>): string {
  const label = labelOf(node.label)
  const { at_least: least, at_most: most } = node
  const sure = node.min_confidence ? ` with a confidence of ${node.min_confidence} or more` : ''
  if (most === 0) return `no ${label} is seen${sure}`
  if (most === undefined)
    return `${least === undefined || least === 1 ? articleOf(label) : `at least ${least}`} ${label} is seen${sure}`
  if (least === undefined) return `at most ${most} ${label} is seen${sure}`
  return `${least === most ? `exactly ${least}` : `${least} to ${most}`} ${label} is seen${sure}`
}

function articleOf(label: string): string {
  return /^[aeiou]/.test(label) ? 'an' : 'a'
}

const dayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

function timePhrase(node: Extract<PredicateCondition, { op: 'time' }>): string {
  const overMidnight = node.to < node.from ? ' of the next day' : ''
  const days = node.days === undefined ? '' : `, from ${either(node.days.map((day) => dayNames[day]))} on`
  const on =
    overMidnight === '' && node.days !== undefined
      ? ` on ${either(node.days.map((day) => dayNames[day]))}`
      : days
  return `it is between ${node.from} and ${node.to}${overMidnight}${on} (${node.timezone ?? 'time of the site'})`
}

function bounds(least: string | undefined, most: string | undefined): string {
  if (least === undefined) return `at most ${most ?? ''}`
  if (most === undefined) return `at least ${least}`
  return least === most ? `exactly ${least}` : `from ${least} to ${most}`
}

function seconds(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value} s`
}

function named(id: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(id)
  return name === undefined ? `${id} (none that you see)` : quoted(name)
}

function spoken(name: string): string {
  return name.replaceAll('_', ' ')
}

function either(values: readonly string[]): string {
  const last = values.at(-1) ?? ''
  return values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${last}` : last
}

function quoted(text: string): string {
  return `"${text}"`
}
