import { z } from 'zod'
import { Actor, Id, PageQuery, page, Timestamp } from './common.js'
import { EventCategory, eventCategories } from './event.js'
import { hours, hoursAreSome, Weekday, WeekdaysOfHours } from './hours.js'
import { Severity, severities } from './severity.js'

/** Tags as they are compared: lower case, without blanks around them. */
const QuietTag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'a tag has at least one character')
  .max(100, 'a tag has at most 100 characters')

const isDistinct = (items: readonly string[]) => new Set(items).size === items.length

/** Hours of some days, by the clock at the camera's site. Hours that end before they begin end on the next day. */
export const QuietWindow = z
  .strictObject({
    days: WeekdaysOfHours.default([...Weekday.options]).describe(
      'The days on which the hours begin; every day if absent',
    ),
    ...hours,
  })
  .refine(...hoursAreSome)
  .meta({ id: 'QuietWindow' })

/** Windows of quiet hours at most. */
export const maxQuietWindows = 21

/** Tags, and likewise categories, that may be suppressed at most. */
export const maxSuppressed = 50

/** The longest repeat window, seconds: one day. */
export const maxRepeatWindowSec = 86_400

const knobs = {
  enabled: z.boolean().describe('False: nothing is held back, whatever the other knobs say'),
  min_severity: Severity.describe('Alerts below it are held back'),
  min_confidence: z
    .number()
    .min(0, 'from 0 to 1')
    .max(1, 'from 0 to 1')
    .describe('Alerts of less confidence are held back. Before analysis confidence is not known, and passes'),
  suppressed_tags: z
    .array(QuietTag)
    .max(maxSuppressed, `at most ${maxSuppressed} tags`)
    .refine(isDistinct, 'each tag once; case does not matter')
    .describe('Alerts of events with one of these tags are held back. Before analysis no tag is known'),
  suppressed_categories: z
    .array(EventCategory)
    .max(eventCategories.length)
    .refine(isDistinct, 'each category once')
    .describe('Alerts of events of these categories are held back'),
  quiet_hours: z
    .array(QuietWindow)
    .max(maxQuietWindows, `at most ${maxQuietWindows} windows`)
    .describe("Alerts of what happens in these hours, by the clock at the camera's site, are held back"),
  repeat_window_sec: z
    .number()
    .int('whole seconds')
    .min(0, '0 switches it off')
    .max(maxRepeatWindowSec, `at most ${maxRepeatWindowSec} seconds, which is a day`)
    .describe(
      'Alerts of the same rule, camera and kind closer than this to one that went out are held back; 0: off',
    ),
  never_hold_back: z
    .enum([...severities, 'none'])
    .describe('Alerts of this severity or a graver one always go out; `none`: every alert may be held back'),
  learn_from_feedback: z
    .enum(['off', 'suggest', 'apply'])
    .describe("After like feedback: nothing, a suggestion, or a change of the camera's override at once"),
  learn_after: z
    .number()
    .int('a whole number')
    .min(2, 'at least 2: one answer is no pattern')
    .max(50, 'at most 50')
    .describe('How many events of a kind must have been called no big deal'),
  learn_within_days: z
    .number()
    .int('whole days')
    .min(1, 'at least 1 day')
    .max(90, 'at most 90 days')
    .describe('Feedback older than this is not counted'),
}

const noOther = {
  error: (issue: { code?: string; keys?: unknown }) =>
    issue.code === 'unrecognized_keys'
      ? `unknown knob ${[issue.keys].flat().join(', ')}; the knobs are ${Object.keys(knobs).join(', ')}`
      : undefined,
}

/** Every knob with a value: what holds for a rule, or for a rule and a camera. */
export const NoBigDealKnobs = z.strictObject(knobs, noOther).meta({ id: 'NoBigDealKnobs' })

export type NoBigDealKnobs = z.infer<typeof NoBigDealKnobs>

/** The name of a knob. */
export const Knob = NoBigDealKnobs.keyof()
export type Knob = z.infer<typeof Knob>

export const noBigDealKnobs = Knob.options

/** Knobs that somebody set; the others are as one level above. */
export type SetKnobs = { [K in Knob]?: NoBigDealKnobs[K] }

/** The knobs of a rule of which nothing was set: they hold nothing back. */
export const noBigDealDefaults: NoBigDealKnobs = {
  enabled: true,
  min_severity: 'info',
  min_confidence: 0,
  suppressed_tags: [],
  suppressed_categories: [],
  quiet_hours: [],
  repeat_window_sec: 0,
  never_hold_back: 'critical',
  learn_from_feedback: 'suggest',
  learn_after: 3,
  learn_within_days: 14,
}

const orUnset = <T extends z.ZodType>(knob: T) => knob.nullable().optional()

/**
 * Body of `PATCH alert-rules/{id}/nbd` and `PATCH cameras/{id}/nbd-override`: only what is named changes, and null
 * takes a knob back. Unknown knobs are refused.
 */
export const NoBigDealPatch = z
  .strictObject(
    {
      enabled: orUnset(knobs.enabled),
      min_severity: orUnset(knobs.min_severity),
      min_confidence: orUnset(knobs.min_confidence),
      suppressed_tags: orUnset(knobs.suppressed_tags),
      suppressed_categories: orUnset(knobs.suppressed_categories),
      quiet_hours: orUnset(knobs.quiet_hours),
      repeat_window_sec: orUnset(knobs.repeat_window_sec),
      never_hold_back: orUnset(knobs.never_hold_back),
      learn_from_feedback: orUnset(knobs.learn_from_feedback),
      learn_after: orUnset(knobs.learn_after),
      learn_within_days: orUnset(knobs.learn_within_days),
    },
    noOther,
  )
  .meta({ id: 'NoBigDealPatch' })

/** The knobs that a camera overrides; `{}`: none. */
export const NoBigDealOverride = NoBigDealKnobs.partial().meta({ id: 'NoBigDealOverride' })

/** Where the value of a knob comes from. */
export const KnobOrigin = z.enum(['default', 'rule', 'camera'])

/** Query of `GET /api/v1/alert-rules/{id}/nbd`. */
export const NoBigDealQuery = z.object({
  camera_id: Id.optional().describe(
    'Show what holds for this camera: its override over the rule, knob by knob',
  ),
})

/** Answer of `GET` and `PATCH /api/v1/alert-rules/{id}/nbd`. */
export const NoBigDealSettings = NoBigDealKnobs.extend({
  origins: z
    .record(Knob, KnobOrigin)
    .optional()
    .describe('For each knob where its value comes from; only if `camera_id` was given'),
}).meta({ id: 'NoBigDealSettings' })

/** What of a knob held an alert back, or what a suggestion gives it. */
export const KnobValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.array(QuietWindow),
])

/** An alert that a knob held back. Nobody was notified, and this is the record of it. */
export const HeldBackAlert = z
  .object({
    id: Id,
    rule_id: Id,
    rule_name: z.string().describe("The rule's name at that time"),
    event_id: Id,
    camera_id: Id,
    camera_name: z.string(),
    site_id: Id.describe('The site at trigger time'),
    knob: Knob.describe('The first knob that held it back, in the order of docs/analysis.md'),
    value: KnobValue.describe('Its value at that time; of a list what applied'),
    origin: KnobOrigin.describe('Whether the rule or the camera had that value'),
    reason: z.string().describe('The same in a sentence'),
    severity: Severity,
    confidence: z.number().nullable(),
    category: EventCategory,
    tags: z.array(z.string()).describe('As known when the rule matched'),
    triggered_at: Timestamp,
    held_back_at: Timestamp,
  })
  .meta({ id: 'HeldBackAlert' })

export const HeldBackQuery = PageQuery.extend({ camera_id: Id.optional() })
export const HeldBackPage = page(HeldBackAlert)
/** Alerts of one event that were held back, by all rules; newest first. */
export const HeldBackList = z.object({ data: z.array(HeldBackAlert), total: z.number().int().min(0) })

export const SuggestionStatus = z
  .enum(['open', 'applied', 'dismissed', 'withdrawn'])
  .describe('`withdrawn`: later feedback spoke against it')

/** What feedback of people suggests for the override of a camera. */
export const NoBigDealSuggestion = z
  .object({
    id: Id,
    rule_id: Id,
    camera_id: Id,
    category: EventCategory.describe('Of the events that it is about'),
    tag: z.string().nullable().describe('Their main tag; null if none was known when they fired'),
    knob: Knob,
    value: KnobValue.describe('Of a list what is added; of a number the new one'),
    reason: z.string().describe('Why this knob and this value, in a sentence'),
    no_big_deal: z.number().int().min(0).describe('Events that were called no big deal'),
    useful: z.number().int().min(0).describe('Events of the kind that were called useful'),
    event_ids: z.array(Id).describe('The events whose feedback was counted'),
    status: SuggestionStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
    decided_at: Timestamp.nullable(),
    decided_by: Actor.nullable().describe(
      'Who applied, dismissed or withdrew it; kind `system`: the service',
    ),
  })
  .meta({ id: 'NoBigDealSuggestion' })

export const SuggestionQuery = PageQuery.extend({
  camera_id: Id.optional(),
  status: SuggestionStatus.optional(),
})
export const SuggestionPage = page(NoBigDealSuggestion)

/** Path parameters of a route about one suggestion. */
export const BySuggestion = z.object({ id: Id, sid: Id })

export type NoBigDealPatch = z.infer<typeof NoBigDealPatch>
export type NoBigDealQuery = z.infer<typeof NoBigDealQuery>
export type NoBigDealSettings = z.infer<typeof NoBigDealSettings>
export type NoBigDealSuggestion = z.infer<typeof NoBigDealSuggestion>
export type KnobOrigin = z.infer<typeof KnobOrigin>
export type KnobValue = z.infer<typeof KnobValue>
export type QuietWindow = z.infer<typeof QuietWindow>
export type HeldBackAlert = z.infer<typeof HeldBackAlert>
export type HeldBackQuery = z.infer<typeof HeldBackQuery>
export type SuggestionQuery = z.infer<typeof SuggestionQuery>
export type SuggestionStatus = z.infer<typeof SuggestionStatus>
