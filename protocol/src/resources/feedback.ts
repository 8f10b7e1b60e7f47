import { z } from 'zod'
import { Actor, Id, PageQuery, page, Timestamp } from './common.js'

export const feedbackVerdicts = ['useful', 'no_big_deal', 'wrong'] as const

/** Worth telling; true, but nothing that anybody needs to be told; not what happened. */
export const FeedbackVerdict = z.enum(feedbackVerdicts)

/** Body of `POST /api/v1/events/{eventId}/feedback`. Unknown fields are refused. */
export const FeedbackCreate = z
  .strictObject({
    verdict: FeedbackVerdict.describe(
      '`useful`: worth telling; `no_big_deal`: true, but nobody needs to be told; `wrong`: not what happened',
    ),
    comment: z.string().trim().max(1000).nullable().optional(),
    rule_id: Id.optional().describe('The rule of which this is said; without it, of the event alone'),
    alert_id: Id.optional().describe('The alert of this event that was answered; it names its rule'),
  })
  .meta({ id: 'FeedbackCreate' })

/** What somebody said of an event. */
export const Feedback = z
  .object({
    id: Id,
    event_id: Id,
    verdict: FeedbackVerdict,
    comment: z.string().nullable(),
    rule_id: Id.nullable(),
    alert_id: Id.nullable(),
    given_by: Actor,
    given_at: Timestamp.describe('When it was said first'),
    changed_at: Timestamp.describe('When it was said last'),
  })
  .meta({ id: 'Feedback' })

export const FeedbackListQuery = PageQuery

export const FeedbackPage = page(Feedback)

export type FeedbackVerdict = z.infer<typeof FeedbackVerdict>
export type FeedbackCreate = z.infer<typeof FeedbackCreate>
export type Feedback = z.infer<typeof Feedback>
export type FeedbackListQuery = z.infer<typeof FeedbackListQuery>
