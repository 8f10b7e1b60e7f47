import { z } from 'zod'
import { Id, PageQuery, page, since, Timestamp } from './common.js'
import { DateBound } from './moment.js'
import { Predicate, PredicateNode, ShownPredicate } from './predicate.js'
import { Severity } from './severity.js'

/** Versions that a rule keeps at most; deleted ones are not counted. */
export const maxCompiledVersions = 100

const Confidence = z.number().min(0).max(1)
const count = z.number().int().min(0)

/** What the judge of a version is asked, and what a doubt leads to without it. */
export const JudgeChoice = z.strictObject({
  use: z
    .enum(['never', 'doubtful'])
    .describe('`doubtful`: an AI model decides what the predicate leaves in doubt, within the daily budget'),
  in_doubt: z
    .enum(['alert', 'no_alert'])
    .default('alert')
    .describe('What a doubtful event leads to where the predicate alone decides'),
})

/** Body of `POST /api/v1/alert-rules/{rule_id}/compiled-versions`. Unknown keys are refused. */
export const CompiledVersionCreate = z
  .strictObject({
    sentence: z
      .string()
      .trim()
      .min(1)
      .max(1000, 'at most 1000 characters')
      .nullable()
      .default(null)
      .describe('What the rule is to look for, in words; the judge is asked it'),
    predicate: Predicate,
    judge: JudgeChoice.default({ use: 'never', in_doubt: 'alert' }),
    severity: Severity.nullable()
      .default(null)
      .describe("Of its alerts; null: the severity that the analysis found, else the rule's"),
    note: z.string().trim().max(500).nullable().default(null).describe('For people'),
  })
  .refine(({ judge, sentence }) => judge.use === 'never' || sentence !== null, {
    message: 'the judge needs the sentence: say in words what the rule is to look for',
    path: ['sentence'],
  })

/** A rule's predicate as it was at one time. It never changes. */
export const CompiledVersion = z
  .object({
    id: Id,
    rule_id: Id,
    number: z.number().int().min(1).describe('1, 2, … of its rule; a number is given once'),
    active: z.boolean().describe('The rule is judged by it'),
    sentence: z.string().nullable().describe('What the judge is asked'),
    predicate: ShownPredicate.nullable().describe(
      'null if it cannot be read here, as one of a later release: the explanation says why, and each event is in doubt',
    ),
    explanation: z.string().describe('The predicate in words'),
    judge: z.object({ use: z.enum(['never', 'doubtful']), in_doubt: z.enum(['alert', 'no_alert']) }),
    severity: Severity.nullable().describe("Of its alerts; null: the analysis' or the rule's"),
    note: z.string().nullable().describe('For people'),
    created_by: z.string().describe('The name at that time'),
    created_at: Timestamp,
    activated_at: Timestamp.nullable().describe('When it last became the active one; null if it never was'),
  })
  .meta({ id: 'CompiledVersion' })

/** Newest first. */
export const CompiledVersionList = z.object({ data: z.array(CompiledVersion), total: count })

/** Answer of activating a version. */
export const CompiledVersionActivated = z.object({
  version: CompiledVersion,
  rule_enabled: z.boolean().describe('false: the rule is a draft, and judges nothing until it is activated'),
  message: z.string(),
})

/** Answer of deactivating a version. */
export const CompiledVersionDeactivated = CompiledVersionActivated.extend({
  warnings: z.array(z.string()).describe('Why the rule, as it is without a version, can never fire'),
})

export const ByRule = z.object({ rule_id: Id })
export const ByCompiledVersion = z.object({ rule_id: Id, version_id: Id })

const BudgetSettings = {
  daily_limit: z.number().int().min(0).max(100_000).describe('Questions to the judge a day; 0: none'),
  when_spent: z
    .enum(['predicate_decides', 'no_alert'])
    .describe(
      '`predicate_decides`: what `judge.in_doubt` of the version says; `no_alert`: a doubt is no alert',
    ),
  when_unavailable: z
    .enum(['predicate_decides', 'no_alert'])
    .describe('The same where there is no provider, or it fails'),
}

/** The daily budget of the AI judge, of the whole organisation. */
export const JudgeBudget = z
  .object({
    daily_limit: BudgetSettings.daily_limit,
    used: count.describe('Questions that were asked today, or are being asked'),
    remaining: count.describe('Questions that may still be asked today'),
    resets_at: Timestamp.describe("Midnight in the organisation's timezone"),
    when_spent: BudgetSettings.when_spent,
    when_unavailable: BudgetSettings.when_unavailable,
  })
  .meta({ id: 'JudgeBudget' })

/** Body of `PATCH /api/v1/alert-rules/budget`. Unknown keys are refused. */
export const JudgeBudgetPatch = z
  .strictObject(BudgetSettings)
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'no field to change',
  })

/** One condition of a predicate, and what an event had to say to it. */
export const ConditionFinding = z.object({
  path: z.string().describe('Where it stands in the predicate: `where.of.1`'),
  condition: PredicateNode,
  held: z.enum(['yes', 'no', 'doubtful']).describe('`doubtful`: not known well enough'),
  why: z.string().describe('What of the event decided it, in words'),
})

export const VerdictOutcome = z.enum(['match', 'no_match', 'doubtful'])

/** What one version of a rule said of an event, and what followed. */
export const RuleVerdict = z
  .object({
    id: Id,
    rule_id: Id,
    version_id: Id,
    version_number: z.number().int().min(1),
    event_id: Id,
    run: count.describe("The version of the event's analysis that was judged; 0 if it has none"),
    camera_id: Id,
    site_id: Id,
    status: z.enum(['pending', 'decided']).describe('`pending`: the judge has not answered yet'),
    outcome: VerdictOutcome,
    decided_by: z
      .enum(['predicate', 'judge', 'budget', 'unavailable'])
      .describe(
        '`budget`: the judge was not asked, the budget is spent; `unavailable`: it could not be asked, or gave no answer',
      ),
    conditions: z.array(ConditionFinding),
    reason: z.string().describe('Why it was decided so, in a sentence'),
    confidence: Confidence.nullable().describe("The judge's, or the analysis'"),
    followed: z
      .enum(['pending', 'alert', 'alert_stands', 'cooldown', 'held_back', 'no_alert'])
      .describe(
        '`alert_stands`: the rule had told of this event before; `cooldown`: an alert of rule and camera stands too close; `held_back`: by No-Big-Deal',
      ),
    held_back_by: z.string().nullable().describe('The knob of No-Big-Deal'),
    alert_id: Id.nullable(),
    created_at: Timestamp,
    decided_at: Timestamp.nullable(),
  })
  .meta({ id: 'RuleVerdict' })

export const RuleVerdictQuery = PageQuery.extend({
  outcome: VerdictOutcome.optional(),
  event_id: Id.optional(),
})

/** Newest first. */
export const RuleVerdictPage = page(RuleVerdict)

/** Events that one trial looks at, at most. */
export const maxTrialEvents = 2000

/** Body of `POST /api/v1/alert-rules/test-compiled`. Unknown keys are refused. */
export const CompiledTrial = z
  .strictObject({
    predicate: Predicate.optional(),
    version_id: Id.optional().describe('A version of a rule: its conditions, cooldown and scope apply too'),
    rule_id: Id.optional()
      .describe('With predicate: the rule whose conditions, cooldown and scope apply too')
      .meta(since('v1.4')),
    date_from: DateBound.optional().describe('RFC 3339, or the first whole day; 7 days ago if absent'),
    date_to: DateBound.optional().describe('RFC 3339, or the last whole day; included'),
    camera_id: Id.optional(),
    site_id: Id.optional(),
    limit: z.number().int().min(1).max(100).default(20).describe('Events shown of each kind'),
    events: z
      .number()
      .int()
      .min(1)
      .max(maxTrialEvents)
      .default(maxTrialEvents)
      .describe('Events that are looked at, at most: few for a first answer; then on from `looked_back_to`')
      .meta(since('v1.4')),
  })
  .refine(({ rule_id: rule, version_id: version }) => rule === undefined || version === undefined, {
    message: 'a version names its rule: give rule_id with predicate only',
    path: ['rule_id'],
  })
  .refine(({ predicate, version_id: version }) => (predicate === undefined) !== (version === undefined), {
    message: 'give predicate or version_id, one of the two',
  })
  .meta({ id: 'CompiledTrial' })

/** A past event as a predicate sees it. */
export const TriedEvent = z.object({
  event_id: Id,
  camera_id: Id,
  camera_name: z.string(),
  site_id: Id,
  triggered_at: Timestamp,
  outcome: VerdictOutcome,
  met: count.describe('Conditions that hold'),
  of: count.describe('Conditions in all'),
  conditions: z.array(ConditionFinding),
  outside_rule: z
    .string()
    .nullable()
    .describe(
      "Why the rule's own conditions leave the event out; null if they do not, or without version_id",
    ),
  in_cooldown: z.boolean().describe('A match too close to the one before: it would make no alert'),
  missing: z
    .array(z.string())
    .describe('Where the conditions stand that keep it from being a match, on the way with the fewest')
    .meta(since('v1.4')),
  snapshot_url: z.string().nullable().describe('Signed, valid for an hour at most').meta(since('v1.4')),
})

/** What a predicate says of past events. Nothing is stored, and the judge is not asked. */
export const CompiledTrialResult = z
  .object({
    explanation: z.string().describe('The predicate in words'),
    scanned: count.describe(`Events that were looked at, newest first; ${maxTrialEvents} at most`),
    complete: z.boolean().describe('false: there are older events in this time that were not looked at'),
    looked_back_to: Timestamp.nullable().describe('The oldest event that was looked at'),
    cooldown_sec: count.describe('Of the rule, by which in_cooldown is told; 300 without version_id'),
    counts: z.object({
      match: count,
      doubtful: count,
      no_match: count,
      near_miss: count.describe('Of no_match: one condition more would have made a match'),
      in_cooldown: count.describe('Of match: too close to the one before'),
      outside_rule: count.describe(
        "Would match, but the rule's own conditions leave them out; in no other count",
      ),
    }),
    matches: z.array(TriedEvent),
    doubtful: z.array(TriedEvent),
    near_misses: z.array(TriedEvent),
    message: z.string(),
  })
  .meta({ id: 'CompiledTrialResult' })

export type CompiledTrial = z.infer<typeof CompiledTrial>
export type CompiledTrialResult = z.infer<typeof CompiledTrialResult>
export type CompiledVersion = z.infer<typeof CompiledVersion>
export type CompiledVersionActivated = z.infer<typeof CompiledVersionActivated>
export type CompiledVersionDeactivated = z.infer<typeof CompiledVersionDeactivated>
export type CompiledVersionCreate = z.infer<typeof CompiledVersionCreate>
export type ConditionFinding = z.infer<typeof ConditionFinding>
export type JudgeBudget = z.infer<typeof JudgeBudget>
export type JudgeBudgetPatch = z.infer<typeof JudgeBudgetPatch>
export type RuleVerdict = z.infer<typeof RuleVerdict>
export type RuleVerdictQuery = z.infer<typeof RuleVerdictQuery>
export type TriedEvent = z.infer<typeof TriedEvent>
