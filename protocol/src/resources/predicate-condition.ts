import { z } from 'zod'
import { Id } from './common.js'
import { EventCategory, eventCategories, LikePattern, ShownTriggerSource } from './event.js'
import { hours, hoursAreSome, WeekdaysOfHours } from './hours.js'
import { Severity, severityRank } from './severity.js'

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
    // As it is stored: whether it is a zone is asked of a predicate that comes in.
    timezone: z.string().min(1).max(64).optional().describe('IANA name; that of the site if absent'),
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

/** All that can be asked about one thing. */
export const conditions = [
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
