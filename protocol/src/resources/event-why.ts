import { z } from 'zod'
import { AlertStatus } from './alert.js'
import { Id, Timestamp } from './common.js'
import { RuleVerdict } from './compiled-rule.js'
import { AiStatus } from './event.js'
import { HeldBackAlert } from './no-big-deal.js'
import { NotificationDecision } from './notification-group.js'

const count = z.number().int().min(0)

/** Rules that an answer shows besides those that had something to say, at most. */
export const maxNearMisses = 50

/** Decisions about notifications that an answer shows, at most. */
export const maxWhyDecisions = 500

/** One condition of a rule, and what the event had to say to it. */
export const WhyCondition = z.object({
  of: z
    .enum(['rule', 'version'])
    .describe("`rule`: a condition of the rule's own; `version`: one of its compiled version"),
  what: z
    .string()
    .describe(
      'What it asks about: the operator of a compiled condition, or `enabled`, `cameras`, `site`, `category`, `source`, `topic`, `tags`, `confidence`, `schedule`, `new` (it goes on from no other event about which the rule was asked)',
    ),
  held: z.enum(['yes', 'no', 'doubtful']).describe('`doubtful`: not known well enough'),
  why: z.string().describe('What of the event decided it, in words'),
})

/**
 * - `alerted`: the rule told of the event.
 * - `held_back`: No-Big-Deal kept the alert back.
 * - `cooldown`: an alert of the rule and the camera stands too close.
 * - `waiting`: for the analysis of the event, or for the judge.
 * - `doubtful`: it could not be decided, and in doubt there was no alert.
 * - `refused`: the judge found that it is not what the rule asks for.
 * - `near_miss`: one condition was missing.
 * - `changed`: as rule and event are now it would be a match. It was none when the event came.
 */
export const WhyOutcome = z.enum([
  'alerted',
  'held_back',
  'cooldown',
  'waiting',
  'doubtful',
  'refused',
  'near_miss',
  'changed',
])

/** What one rule made of an event. */
export const WhyRule = z
  .object({
    rule_id: Id,
    rule_name: z.string().describe('As it was then, where something was written down; else as it is now'),
    outcome: WhyOutcome.describe(
      '`alerted`: it told; `held_back`: No-Big-Deal kept it back; `cooldown`: an alert stands too close; `waiting`: for the analysis or the judge; `doubtful`: in doubt it did not tell; `refused`: the judge said no; `near_miss`: one condition was missing; `changed`: it would match as it is now, and did not when the event came',
    ),
    reason: z.string().describe('The same in a sentence'),
    judged: z
      .enum(['at_once', 'after_analysis'])
      .describe('`after_analysis`: by the active compiled version of the rule'),
    as_of: z
      .enum(['then', 'now'])
      .describe(
        '`then`: the conditions are as they were judged; `now`: nothing was written down, and rule and event are compared as they are now',
      ),
    conditions: z.array(WhyCondition).describe('Empty for a rule that was deleted'),
    missing: WhyCondition.nullable().describe('Of a near miss, the one that was missing'),
    alert: z
      .object({ id: Id, status: AlertStatus, fired_at: Timestamp, severity: z.string() })
      .nullable()
      .describe('The alert of this event'),
    cooldown: z
      .object({
        cooldown_sec: count,
        alert_id: Id.nullable().describe('The alert that stands too close; null: it is not there any more'),
        event_id: Id.nullable().describe('The event of that alert'),
        triggered_at: Timestamp.nullable(),
      })
      .nullable()
      .describe('Of one in cooldown'),
    verdict: RuleVerdict.nullable().describe(
      'What the compiled version said, of the last run; `held_back_by` for operators and above',
    ),
    held_back: HeldBackAlert.nullable().describe(
      'Which knob held it back; for operators and above, else null',
    ),
  })
  .meta({ id: 'WhyRule' })

/** Answer of `GET /api/v1/events/{id}/why`: why somebody was told of an event, or why not. */
export const EventWhy = z
  .object({
    event_id: Id,
    told: z.boolean().describe('Whether a rule made an alert of it'),
    ai_status: AiStatus.describe('Rules with a compiled version judge once it is not `pending` any more'),
    rules: z
      .array(WhyRule)
      .describe(`Those that told first, then those that nearly did; of near misses ${maxNearMisses} at most`),
    other_rules: count.describe('Rules that the caller may see, and that were nowhere near'),
    decisions: z
      .array(NotificationDecision)
      .nullable()
      .describe(
        `Who was notified and who was not, in the order in which it was decided; the first ${maxWhyDecisions}. For admins and above, else null`,
      ),
  })
  .meta({ id: 'EventWhy' })

export type WhyCondition = z.infer<typeof WhyCondition>
export type WhyOutcome = z.infer<typeof WhyOutcome>
export type WhyRule = z.infer<typeof WhyRule>
export type EventWhy = z.infer<typeof EventWhy>
