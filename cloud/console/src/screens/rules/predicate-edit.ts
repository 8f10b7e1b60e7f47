import type { Predicate, PredicateNode } from '../../api/rules.js'

export type Condition = Exclude<PredicateNode, { op: 'all' | 'any' | 'not' }>
export type ConditionOp = Condition['op']

/** Everything that can be asked about one thing, in the order in which it is offered. */
export const conditionOps: readonly ConditionOp[] = [
  'object',
  'camera',
  'site',
  'time',
  'duration',
  'category',
  'source',
  'severity',
  'confidence',
  'tag',
  'text',
  'topic',
]

export const isCondition = (node: PredicateNode): node is Condition =>
  node.op !== 'all' && node.op !== 'any' && node.op !== 'not'

/** A condition with the place where it stands, as findings name it: `where.of.1`. */
export interface Placed {
  readonly path: string
  readonly condition: Condition
  readonly isNegated: boolean
}

/** Every condition of a predicate, in the order in which they are written. */
export const placedIn = ({ where }: Predicate): Placed[] => placedAt(where, 'where', false)

function placedAt(node: PredicateNode, path: string, isNegated: boolean): Placed[] {
  switch (node.op) {
    case 'all':
    case 'any':
      return node.of.flatMap((child, at) => placedAt(child, `${path}.of.${at}`, isNegated))
    case 'not':
      return placedAt(node.of, `${path}.of`, !isNegated)
    default:
      return [{ path, condition: node, isNegated }]
  }
}

/** The node at a path; undefined where none is. */
export function nodeAt({ where }: Predicate, path: string): PredicateNode | undefined {
  let node: PredicateNode | undefined = where
  for (const step of stepsOf(path)) {
    if (!node || isCondition(node)) return undefined
    node = node.op === 'not' ? node.of : node.of[step]
  }
  return node
}

/** `where.of.1.of` is the second, then what is inside a `not`. */
function stepsOf(path: string): number[] {
  const steps: number[] = []
  const parts = path.split('.').slice(1)
  for (let at = 0; at < parts.length; at += 1) {
    const next = Number(parts[at + 1])
    steps.push(Number.isInteger(next) ? next : 0)
    if (Number.isInteger(next)) at += 1
  }
  return steps
}

/** The predicate with another node at a path, or without it. @returns null where nothing is left */
export function replaced(predicate: Predicate, path: string, by: PredicateNode | null): Predicate | null {
  const where = replacedIn(predicate.where, stepsOf(path), by)
  return where && { ...predicate, where }
}

function replacedIn(
  node: PredicateNode,
  [step, ...rest]: readonly number[],
  by: PredicateNode | null,
): PredicateNode | null {
  if (step === undefined || isCondition(node)) return by
  if (node.op === 'not') {
    const of = replacedIn(node.of, rest, by)
    return of && { op: 'not', of }
  }
  const of = node.of.flatMap((child, at) => (at === step ? (replacedIn(child, rest, by) ?? []) : [child]))
  const [first] = of
  if (first === undefined) return null
  return of.length === 1 ? first : { op: node.op, of }
}

/** The predicate with one more condition that must hold too. */
export function withAlso(predicate: Predicate | null, condition: Condition): Predicate {
  if (!predicate) return { version: 1, where: condition }
  const { where } = predicate
  const of = where.op === 'all' ? [...where.of, condition] : [where, condition]
  return { version: 1, where: { op: 'all', of } }
}

/** The predicate with another condition of which, with the one at a path, one is enough. */
export function withOr(predicate: Predicate, path: string, condition: Condition): Predicate {
  const node = nodeAt(predicate, path)
  if (!node) return predicate
  return replaced(predicate, path, { op: 'any', of: [node, condition] }) ?? predicate
}

/** The condition as it says the contrary, or no longer does. @param path of the condition itself */
export function turned(predicate: Predicate, path: string): Predicate {
  const node = nodeAt(predicate, path)
  if (!node) return predicate
  const outer = path.replace(/\.of$/, '')
  const around = outer === path ? undefined : nodeAt(predicate, outer)
  return around?.op === 'not'
    ? (replaced(predicate, outer, node) ?? predicate)
    : (replaced(predicate, path, { op: 'not', of: node }) ?? predicate)
}

/** A new condition of a kind, as it is usually meant; what it names is still to be said. */
export function newCondition(op: ConditionOp): Condition {
  switch (op) {
    case 'object':
      return { op, label: 'person', at_least: 1 }
    case 'camera':
    case 'site':
      return { op, in: [] }
    case 'time':
      return { op, from: '22:00', to: '06:00' }
    case 'duration':
      return { op, at_least: 60 }
    case 'category':
      return { op, in: ['motion'] }
    case 'source':
      return { op, in: ['onvif'] }
    case 'severity':
      return { op, at_least: 'high' }
    case 'confidence':
      return { op, at_least: 0.6 }
    case 'tag':
      return { op, in: [] }
    case 'text':
      return { op, match: 'words', value: '' }
    case 'topic':
      return { op, like: '' }
  }
}

/** Whether a condition says enough to be tried. */
export function isWhole(condition: Condition): boolean {
  switch (condition.op) {
    case 'camera':
    case 'site':
    case 'tag':
    case 'category':
    case 'source':
      return condition.in.length > 0
    case 'object':
      return condition.label.trim() !== '' && (condition.at_least ?? 0) <= (condition.at_most ?? 100)
    case 'time':
      return condition.from !== condition.to
    case 'text':
      return /[\p{L}\p{N}]/u.test(condition.value)
    case 'topic':
      return condition.like !== ''
    case 'duration':
      return (
        (condition.at_least !== undefined || condition.at_most !== undefined) &&
        (condition.at_least ?? 0) <= (condition.at_most ?? 86_400)
      )
    case 'severity':
      return condition.at_least !== undefined || condition.at_most !== undefined
    case 'confidence':
      return true
  }
}
