import { z } from 'zod'
import { conditions, type PredicateCondition } from './predicate-condition.js'
import { canonicalTimezone, unknownTimezone } from './timezone.js'

/**
 * The language of compiled rules: what an event must be like. `{version: 1, where: Node}`; a node joins others (`all`,
 * `any`, `not`) or is a condition about one thing. What each means is described in docs/analysis.md.
 */

/** The only version there is. */
export const predicateVersion = 1

/** Conditions of a predicate at most; nodes that join others are not counted. */
export const maxConditions = 64

/** Nodes inside each other at most; a condition alone is one deep. */
export const maxPredicateDepth = 8

/** Characters of a predicate at most, as JSON: it is kept with every verdict. */
export const maxPredicateLength = 32_768

/** What joins others, or a condition about one thing; `op` says which. */
export type PredicateNode =
  | { op: 'all'; of: PredicateNode[] }
  | { op: 'any'; of: PredicateNode[] }
  | { op: 'not'; of: PredicateNode }
  | PredicateCondition

const AllNode = z
  .strictObject({
    op: z.literal('all'),
    get of(): z.ZodArray<z.ZodType<PredicateNode>> {
      return z.array(PredicateNode).min(1).max(maxConditions)
    },
  })
  .describe('Each of these holds')

const AnyNode = z
  .strictObject({
    op: z.literal('any'),
    get of(): z.ZodArray<z.ZodType<PredicateNode>> {
      return z.array(PredicateNode).min(1).max(maxConditions)
    },
  })
  .describe('At least one of these holds')

const NotNode = z
  .strictObject({
    op: z.literal('not'),
    get of(): z.ZodType<PredicateNode> {
      return PredicateNode
    },
  })
  .describe('This does not hold')

const nodes = [AllNode, AnyNode, NotNode, ...conditions] as const

export const PredicateNode: z.ZodType<PredicateNode> = z
  .discriminatedUnion('op', nodes, {
    error: (issue): string | undefined =>
      issue.code === 'invalid_union'
        ? `unknown operator; op is one of ${predicateOperators.join(', ')}`
        : undefined,
  })
  .meta({ id: 'PredicateNode' })

/** Every value of `op`, those that join others first. */
export const predicateOperators = nodes.map((node) => node.shape.op.value)

/** A predicate as answers show it: what was checked when it came in. */
export const ShownPredicate = z
  .strictObject({ version: z.literal(predicateVersion), where: PredicateNode })
  .meta({ id: 'Predicate' })

/** A predicate as it is kept. Its time zones were known when it came in, and may not be any more. */
export const StoredPredicate = z.preprocess((value, context) => {
  const flaw = flawOfPredicate(value)
  if (flaw === null) return value
  context.issues.push({ code: 'custom', message: flaw, input: value })
  return z.NEVER
}, ShownPredicate)

/**
 * What an event must be like. Refused: another version, an unknown operator, an unknown time zone, more than 64 conditions,
 * 8 levels, 32,768 characters.
 */
export const Predicate = StoredPredicate.superRefine(({ where }, context) => {
  for (const path of unknownZones(where, ['where']))
    context.addIssue({ code: 'custom', message: unknownTimezone, path })
})
  .refine(
    (predicate) => JSON.stringify(predicate).length <= maxPredicateLength,
    `more than ${maxPredicateLength} characters as JSON; make several rules of it`,
  )
  .overwrite(({ version, where }) => ({
    version,
    where: withZones(where, (zone) => canonicalTimezone(zone) ?? zone),
  }))

/** Where the zones stand that are none. */
function unknownZones(node: PredicateNode, path: (string | number)[]): (string | number)[][] {
  switch (node.op) {
    case 'all':
    case 'any':
      return node.of.flatMap((child, index) => unknownZones(child, [...path, 'of', index]))
    case 'not':
      return unknownZones(node.of, [...path, 'of'])
    case 'time': {
      const isKnown = node.timezone === undefined || canonicalTimezone(node.timezone) !== null
      return isKnown ? [] : [[...path, 'timezone']]
    }
    default:
      return []
  }
}

/** The same node with another name for each zone, as `named` says. */
export function withZones(node: PredicateNode, named: (zone: string) => string): PredicateNode {
  switch (node.op) {
    case 'all':
    case 'any':
      return { op: node.op, of: node.of.map((child) => withZones(child, named)) }
    case 'not':
      return { op: node.op, of: withZones(node.of, named) }
    case 'time':
      return node.timezone === undefined ? node : { ...node, timezone: named(node.timezone) }
    default:
      return node
  }
}

/** What is wrong with a value as a whole, whatever its nodes say: its version, its size. Never deeper than it may be. */
function flawOfPredicate(value: unknown): string | null {
  if (!isRecord(value)) return 'give an object {"version": 1, "where": {...}}'
  if (value['version'] !== predicateVersion)
    return `version ${shownVersion(value['version'])} of the predicate language is not known here; write version ${predicateVersion}`
  let level = [value['where']]
  let count = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxPredicateDepth)
      return `more than ${maxPredicateDepth} levels of all, any and not; flatten what is inside each other`
    count += level.filter((node) => !isRecord(node) || node['of'] === undefined).length
    if (count > maxConditions)
      return `more than ${maxConditions} conditions; make several rules of it, or list values in one condition`
    level = level.flatMap((node) => (isRecord(node) ? [node['of'] ?? []].flat() : []))
  }
  return null
}

/** Models write predicates too: what is neither number nor text may be nested too deep to be shown. */
function shownVersion(version: unknown): string {
  if (version === undefined) return 'missing'
  if (typeof version !== 'number' && typeof version !== 'string') return `of type ${typeof version}`
  return JSON.stringify(version).slice(0, 40)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Predicate = z.infer<typeof Predicate>
