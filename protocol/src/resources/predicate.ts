import { z } from 'zod'
import { Id } from './common.js'
import { EventCategory, eventCategories, LikePattern, ShownTriggerSource } from './event.js'
import { hours, hoursAreSome, WeekdaysOfHours } from './hours.js'
import { answeredBy } from './model-usage.js'
import { Severity, severityRank } from './severity.js'
import { Timezone } from './site.js'

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

const Confidence = z.number().min(0).max(1)

/** Entries of lists of names and ids. */
const maxListed = 100

const Label = z.string().trim().min(1).max(100)

const CategoryCondition = z
  .strictObject({
    op: z.literal('category'),
    in: z.array(EventCategory).min(1).max(eventCategories.length),
  })
  .describe('The event is of one of these kinds')

const SourceCondition = z
  .strictObject({
    op: z.literal('source'),
    in: z.array(ShownTriggerSource).min(1).max(ShownTriggerSource.options.length),
  })
  .describe('The event was triggered by one of these')

const TopicCondition = z
  .strictObject({ op: z.literal('topic'), like: LikePattern.min(1) })
  .describe('The trigger topic fits a LIKE pattern: `%` any run, `_` one character, `\\` escapes')

const TagCondition = z
  .strictObject({ op: z.literal('tag'), in: z.array(Label).min(1).max(maxListed) })
  .describe('The event has at least one of these tags; case does not matter')

const ObjectCondition = z
  .strictObject({
    op: z.literal('object'),
    label: Label.describe('What was seen. A broader word covers narrower ones: vehicle covers car'),
    at_least: z.number().int().min(1).max(100).optional().describe('How many; 1 if no number is given'),
    at_most: z.number().int().min(0).max(100).optional().describe('0: none was seen'),
    min_confidence: Confidence.optional().describe('Those seen with less are not counted'),
  })
  .refine(({ at_least: least = 0, at_most: most = 100 }) => least <= most, {
    message: 'at_least is above at_most: no number can be both',
    path: ['at_least'],
  })
  .describe('So many of these were seen')

const ConfidenceCondition = z
  .strictObject({ op: z.literal('confidence'), at_least: Confidence })
  .describe('How sure the analysis is of the event as a whole')

const SeverityCondition = z
  .strictObject({ op: z.literal('severity'), at_least: Severity.optional(), at_most: Severity.optional() })
  .refine(({ at_least: least, at_most: most }) => least !== undefined || most !== undefined, {
    message: 'give at_least, at_most or both',
  })
  .refine(
    ({ at_least: least = 'info', at_most: most = 'critical' }) => severityRank(least) <= severityRank(most),
    { message: 'at_least is above at_most: no severity can be both', path: ['at_least'] },
  )
  .describe('How grave the analysis found the event')

const CameraCondition = z
  .strictObject({ op: z.literal('camera'), in: z.array(Id).min(1).max(maxListed) })
  .describe('The event is of one of these cameras')

const SiteCondition = z
  .strictObject({ op: z.literal('site'), in: z.array(Id).min(1).max(maxListed) })
  .describe('The event happened at one of these sites')

const TimeCondition = z
  .strictObject({
    op: z.literal('time'),
    ...hours,
    days: WeekdaysOfHours.optional().describe('The days on which the hours begin; every day if absent'),
    timezone: Timezone.optional().describe('IANA name; that of the site if absent'),
  })
  .refine(...hoursAreSome)
  .describe('The event was triggered in these hours')

const maxSeconds = 86_400

const DurationCondition = z
  .strictObject({
    op: z.literal('duration'),
    at_least: z.number().min(0).max(maxSeconds).optional().describe('Seconds'),
    at_most: z.number().min(0).max(maxSeconds).optional().describe('Seconds'),
  })
  .refine(({ at_least: least, at_most: most }) => least !== undefined || most !== undefined, {
    message: 'give at_least, at_most or both, in seconds',
  })
  .refine(({ at_least: least = 0, at_most: most = maxSeconds }) => least <= most, {
    message: 'at_least is above at_most: no duration can be both',
    path: ['at_least'],
  })
  .describe('How long the event lasted')

const TextCondition = z
  .strictObject({
    op: z.literal('text'),
    match: z
      .enum(['words', 'phrase'])
      .describe('`words`: each occurs somewhere; `phrase`: one after the other'),
    value: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/[\p{L}\p{N}]/u, 'at least one letter or digit'),
  })
  .describe('Whole words in summary, narrative and notes; case does not matter')

const conditions = [
  CategoryCondition,
  SourceCondition,
  TopicCondition,
  TagCondition,
  ObjectCondition,
  ConfidenceCondition,
  SeverityCondition,
  CameraCondition,
  SiteCondition,
  TimeCondition,
  DurationCondition,
  TextCondition,
] as const

/** A node that asks about one thing. */
export type PredicateCondition = z.infer<(typeof conditions)[number]>

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

/**
 * What an event must be like. Refused: another version, an unknown operator, more than 64 conditions, 8 levels, 32,768
 * characters.
 */
export const Predicate = z
  .preprocess((value, context) => {
    const flaw = flawOfPredicate(value)
    if (flaw === null) return value
    context.issues.push({ code: 'custom', message: flaw, input: value })
    return z.NEVER
  }, ShownPredicate)
  .refine(
    (predicate) => JSON.stringify(predicate).length <= maxPredicateLength,
    `more than ${maxPredicateLength} characters as JSON; make several rules of it`,
  )

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

/** Body of `POST /api/v1/alert-rules/compile`. Unknown keys are refused. */
export const CompileRequest = z
  .strictObject({
    sentence: z
      .string()
      .trim()
      .min(1, 'say in a sentence what the rule is to look for')
      .max(1000, 'at most 1000 characters; say it shorter, or make several rules of it')
      .describe('What the rule is to look for, as one would tell a guard; English'),
    timezone: Timezone.optional().describe(
      'IANA name in which the times of the sentence are meant; that of the site of each event if absent',
    ),
    use_model: z
      .boolean()
      .default(true)
      .describe('false: never ask a model, even if the organisation has a provider'),
  })
  .meta({ id: 'CompileRequest' })

/** Answer of `POST /api/v1/alert-rules/compile`. Nothing is stored. */
export const CompileResult = z
  .object({
    predicate: ShownPredicate.nullable().describe('null if nothing of the sentence was understood'),
    explanation: z.string().describe('What the predicate asks, in words, written from the predicate itself'),
    unexpressed: z
      .array(z.object({ words: z.string(), reason: z.string() }))
      .describe('What the predicate does not say, though the sentence does'),
    assumptions: z.array(z.string()).describe('What the sentence left open, and how it was read'),
    warnings: z.array(z.string()).describe('What deserves a look before the rule is used'),
    compiled_by: z.enum(['deterministic', 'model']),
    ...answeredBy,
  })
  .meta({ id: 'CompileResult' })

export type Predicate = z.infer<typeof Predicate>
export type CompileRequest = z.infer<typeof CompileRequest>
export type CompileResult = z.infer<typeof CompileResult>
