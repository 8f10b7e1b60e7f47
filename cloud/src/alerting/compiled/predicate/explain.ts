import type { Predicate, PredicateCondition, PredicateNode } from '@sightline/protocol'
import { storedTimezone } from '../../../platform/time/stored-timezone.js'
import { weekdays } from '../../../platform/time/wall-clock.js'
import { labelOf } from '../../../understanding/labels/label.service.js'
import { isCondition } from './walk.js'

type Day = (typeof weekdays)[number]

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
      return contrary(node.of, names)
    default:
      return conditionPhrase(node, names)
  }
}

function contrary(node: PredicateNode, names: Names): string {
  const text = inside(node, names)
  const negated = isCondition(node) ? text.replace(/^(it|its \w+) is /, '$1 is not ') : text
  return negated === text ? `it is not so that ${text}` : negated
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
  if (most === undefined) {
    const isOne = least === undefined || least === 1
    return isOne
      ? `${articleOf(label)} ${label} is seen${sure}`
      : `at least ${least} ${pluralOf(label)} are seen${sure}`
  }
  if (least === undefined) return `at most ${counted(most, label)} seen${sure}`
  return least === most
    ? `exactly ${counted(least, label)} seen${sure}`
    : `${least} to ${counted(most, label)} seen${sure}`
}

function counted(count: number, label: string): string {
  return count === 1 ? `1 ${label} is` : `${count} ${pluralOf(label)} are`
}

const plurals = new Map([
  ['person', 'people'],
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['knife', 'knives'],
  ['wolf', 'wolves'],
  ['sheep', 'sheep'],
])

function pluralOf(label: string): string {
  const known = plurals.get(label)
  if (known !== undefined) return known
  if (/[^aeiou]y$/.test(label)) return `${label.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(label) ? `${label}es` : `${label}s`
}

/** What is not counted in single pieces. */
const masses = new Set(['smoke', 'water', 'graffiti'])

function articleOf(label: string): string {
  if (masses.has(label)) return 'some'
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
  const { timezone = 'time of the site' } = node
  const isNone = node.timezone !== undefined && storedTimezone(timezone) === null
  const zone = `(${timezone}${isNone ? ', which is no time zone' : ''})`
  const days = node.days && daysPhrase(node.days)
  if (node.from === '00:00' && node.to === '24:00') return `it is ${days ?? 'any day'} ${zone}`
  const isOverMidnight = node.to < node.from
  const hours = `it is between ${node.from} and ${node.to}${isOverMidnight ? ' of the next day' : ''}`
  if (days === undefined) return `${hours} ${zone}`
  return `${hours}${isOverMidnight ? ', beginning' : ''} on ${days} ${zone}`
}

/** Three days or more in a row by the first and the last. */
function daysPhrase(days: readonly Day[]): string {
  const places = days.map((day) => weekdays.indexOf(day)).toSorted((a, b) => a - b)
  const [first = 0] = places
  const last = places.at(-1) ?? first
  const name = (place: number) => dayNames[weekdays[place] ?? 'mon']
  const isRow = places.length > 2 && last - first === places.length - 1
  return isRow ? `${name(first)} to ${name(last)}` : either(places.map(name))
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
