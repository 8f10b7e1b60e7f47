import { z } from 'zod'
import { DerivedTimestamp, Id, PageQuery, page, Timestamp } from './common.js'
import { EventCategory, ShortEvent } from './event.js'
import { answeredBy } from './model-usage.js'
import { DateBound } from './moment.js'

/** In what two events can be alike. */
export const likenessParts = ['tags', 'objects', 'text', 'time_of_day', 'category', 'camera'] as const

/** How alike two events are in one respect, and what that gives to the score. */
export const LikenessPart = z
  .object({
    part: z.enum(likenessParts),
    likeness: z.number().min(0).max(1),
    weight: z
      .number()
      .min(0)
      .max(1)
      .describe('Its share of the score; what the event asked about does not have weighs nothing'),
    contribution: z.number().min(0).max(1).describe('likeness × weight; the contributions sum to the score'),
    why: z.string().describe('For a person, such as "both have the tags person and parcel"'),
  })
  .meta({ id: 'LikenessPart' })

/** An event that is like another. */
export const SimilarEvent = ShortEvent.extend({
  score: z.number().min(0).max(1),
  explanation: z.string().describe('What makes it alike, in a sentence, the weightiest first'),
  parts: z.array(LikenessPart),
}).meta({ id: 'SimilarEvent' })

export const SimilarEventQuery = PageQuery.extend({
  min_score: z.coerce.number().min(0).max(1).default(0.3).describe('The least score that is listed, 0 to 1'),
})

/** Most alike first. `total` counts those among the candidates that reach the least score. */
export const SimilarEventPage = page(SimilarEvent)

/** A turn of the conversation before the question. */
export const ChatTurn = z
  .strictObject({ role: z.enum(['user', 'assistant']), text: z.string().trim().min(1).max(2000) })
  .meta({ id: 'ChatTurn' })

/** Body of `POST /api/v1/events/chat`. Unknown fields are refused. */
export const EventQuestion = z
  .strictObject({
    question: z.string().trim().min(1).max(1000),
    camera_id: Id.optional(),
    site_id: Id.optional(),
    date_from: DateBound.optional().describe('RFC 3339, or the first whole day'),
    date_to: DateBound.optional().describe('RFC 3339, or the last whole day; included'),
    event_category: EventCategory.optional(),
    history: z.array(ChatTurn).max(6).optional().describe('The turns before, oldest first'),
  })
  .meta({ id: 'EventQuestion' })

/** An event as an answer names it. */
export const FoundEvent = z
  .object({
    event_id: Id,
    camera_name: z.string(),
    triggered_at: Timestamp,
    summary: z.string().nullable(),
  })
  .meta({ id: 'FoundEvent' })

/** How the question was understood, before any model was asked. */
export const UnderstoodQuestion = z
  .object({
    words: z.array(z.string()).describe('The words that events were searched for'),
    from: DerivedTimestamp.nullable(),
    before: DerivedTimestamp.nullable().describe('Not included'),
    daily: z
      .object({ from: z.string(), to: z.string() })
      .nullable()
      .describe('Hours of each day, HH:MM; hours that end before they begin end on the next day'),
    cameras: z.array(z.string()).describe('Names of cameras that the question names'),
    timezone: z.string(),
  })
  .meta({ id: 'UnderstoodQuestion' })

/** What is answered to a question about events. */
export const EventAnswer = z
  .object({
    status: z
      .enum(['answered', 'no_provider', 'failed'])
      .describe('Without a provider, or if it failed, `found` lists what was found all the same'),
    reason: z.string().nullable().describe('Why there is no answer'),
    answer: z.string().nullable(),
    citations: z.array(FoundEvent).describe('The events on which the answer rests'),
    found: z.array(FoundEvent).describe('What was found for the question, the best first'),
    understood: UnderstoodQuestion,
    ...answeredBy,
  })
  .meta({ id: 'EventAnswer' })

export type LikenessPartName = (typeof likenessParts)[number]
export type LikenessPart = z.infer<typeof LikenessPart>
export type SimilarEvent = z.infer<typeof SimilarEvent>
export type SimilarEventQuery = z.infer<typeof SimilarEventQuery>
export type ChatTurn = z.infer<typeof ChatTurn>
export type EventQuestion = z.infer<typeof EventQuestion>
export type FoundEvent = z.infer<typeof FoundEvent>
export type UnderstoodQuestion = z.infer<typeof UnderstoodQuestion>
export type EventAnswer = z.infer<typeof EventAnswer>
