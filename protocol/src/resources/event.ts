import { z } from 'zod'
import {
  followedPage,
  Id,
  PageQuery,
  QueryFlag,
  queryList,
  Sha256,
  since,
  Timestamp,
  UpdatedSince,
} from './common.js'
import { DateBound } from './moment.js'
import { Severity } from './severity.js'

export const eventCategories = [
  'motion',
  'intrusion',
  'line_crossing',
  'tamper',
  'tampering_scene',
  'analytics_object',
  'io',
  'audio',
  'schedule',
  'other',
] as const
export const EventCategory = z.enum(eventCategories)

/** Sources that a filter or a rule may name. `scheduled` is accepted, but nothing makes such events yet. */
export const TriggerSource = z.enum(['onvif', 'software', 'manual', 'scheduled'])
/** Sources that an event may show. */
export const ShownTriggerSource = z
  .enum([...TriggerSource.options, 'ai'])
  .describe('`scheduled` and `ai` may be shown; nothing makes such events yet')
export const AiStatus = z.enum(['pending', 'completed', 'skipped', 'failed'])
export const ClipStatus = z.enum(['recording', 'uploading', 'ready', 'failed', 'expired'])

/** What every list shows of an event. */
export const ShortEvent = z.object({
  id: Id,
  camera_id: Id,
  camera_name: z.string(),
  camera_deleted: z.boolean(),
  event_category: EventCategory,
  trigger_topic: z.string(),
  trigger_source: ShownTriggerSource,
  triggered_at: Timestamp,
  duration_sec: z.number().int().nullable(),
  summary: z.string().nullable(),
  tags: z.array(z.string()),
  ai_status: AiStatus,
  acknowledged: z.boolean(),
  acknowledged_by: Id.nullable(),
  acknowledged_at: Timestamp.nullable(),
  starred: z.boolean(),
  notes: z.string().nullable(),
  snapshot_url: z.string().nullable().describe('Signed, valid for an hour at most'),
  recording_source: z.enum(['gateway', 'relay']),
})

/** The state of an event's clip. */
const clipState = {
  clip_status: ClipStatus,
  clip_error: z.string().nullable(),
  clip_start_at: Timestamp.nullable(),
  clip_end_at: Timestamp.nullable(),
}

/** What rules made of an event. */
const eventMarks = {
  alerted: z.boolean().describe('An alert was made of it').meta(since('v1.4')),
  held_back: z.boolean().describe('No-Big-Deal held an alert of it back').meta(since('v1.4')),
}

/** An event as its list shows it: the state of its clip only with `include=clip`, what rules made of it with `include=marks`. */
export const EventListItem = ShortEvent.extend({
  ai_severity: Severity.nullable().meta(since('v1.4')),
  ...z.object({ ...clipState, ...eventMarks }).partial().shape,
}).meta({ id: 'EventListItem' })

/** An event in full. */
export const Event = ShortEvent.extend({
  raw_source: z.string(),
  raw_data: z.record(z.string(), z.unknown()),
  received_at: Timestamp.describe('When it reached the service').meta(since('v1.4')),
  late: z
    .boolean()
    .describe('It reached the service more than 15 minutes after it happened')
    .meta(since('v1.4')),
  narrative: z.string().nullable(),
  ai_reason: z.string().nullable().describe('Why the analysis was skipped or failed'),
  ai_severity: Severity.nullable(),
  ai_confidence: z.number().min(0).max(1).nullable(),
  ...clipState,
  clip_note: z
    .string()
    .nullable()
    .describe(
      'What of a clip that is there is damaged or missing, and why; null for none. `clip_error` says it among other things',
    )
    .meta(since('v1.4')),
  clip_codec: z.string().nullable(),
  clip_bytes: z.number().int().nullable(),
  clip_sha256: Sha256.nullable(),
  clip_url: z.string().nullable().describe('Signed, valid for an hour at most'),
  prev_event_id: Id.nullable(),
  next_event_id: Id.nullable(),
  continued_by: Id.nullable()
    .describe(
      'The event by which this one goes on, whose `raw_data.continues` names it: the clip reached its greatest length, or the stream broke. It fires no rule again: none at once that was asked about this one, and no compiled one that told of it',
    )
    .meta(since('v1.4')),
}).meta({ id: 'Event' })

/** Where a clip or snapshot is fetched, without any other credential, until the link expires. */
export const MediaLink = z
  .object({
    url: z.string().describe('Signed; opens this one object, with Range'),
    expires_at: Timestamp,
    content_type: z.string(),
    bytes: z.number().int(),
    sha256: Sha256,
    codec: z.string().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .meta({ id: 'MediaLink' })

/** SQL LIKE: `%` any run, `_` one character, `\` escapes. At most 256 characters, no escape at the end. */
export const LikePattern = z
  .string()
  .max(256)
  .refine((pattern) => !endsInOpenEscape(pattern), 'ends in an open escape')

/** Counts from the end, for a regular expression takes quadratic time on a long run of escapes elsewhere. */
function endsInOpenEscape(pattern: string): boolean {
  let escapes = 0
  while (pattern.at(-1 - escapes) === '\\') escapes += 1
  return escapes % 2 === 1
}

/** Which events a list, an export or a timeline is about: those that meet every condition given. */
export const EventFilterQuery = z.object({
  camera_id: Id.optional(),
  site_id: Id.optional().describe('The site at which the camera stood when the event was triggered'),
  date_from: DateBound.optional().describe('RFC 3339, or the first whole day'),
  date_to: DateBound.optional().describe('RFC 3339, or the last whole day; included'),
  event_category: EventCategory.optional(),
  trigger_topic_like: LikePattern.optional().describe(
    'SQL LIKE pattern: `%` any run, `_` one character, `\\` escapes',
  ),
  trigger_source: TriggerSource.optional(),
  ai_status: AiStatus.optional(),
  starred: QueryFlag.optional().describe('Only starred events when true'),
  camera_ids: queryList(Id, 100)
    .optional()
    .describe('Of one of these cameras; up to 100, each as a parameter of its own')
    .meta(since('v1.4')),
  event_categories: queryList(EventCategory, 10)
    .optional()
    .describe('Of one of these categories, each as a parameter of its own')
    .meta(since('v1.4')),
  acknowledged: QueryFlag.optional()
    .describe('Only events that are acknowledged when true, that are not when false')
    .meta(since('v1.4')),
  tag: z.string().min(1).max(100).optional().describe('With exactly this tag').meta(since('v1.4')),
  label: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/[\p{L}\p{N}]/u, 'a letter or digit')
    .optional()
    .describe(
      'In which this was seen, by any of its words; a broader one covers narrower ones: vehicle covers car',
    )
    .meta(since('v1.4')),
  alerted: QueryFlag.optional()
    .describe('Only events of which an alert was made when true, of which none was when false')
    .meta(since('v1.4')),
})

const EventWords = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Words of summary, description, tags and notes that all must be there; "a phrase", `or`, and `-` before what must not',
  )

export const EventListQuery = PageQuery.extend(EventFilterQuery.shape).extend({
  q: EventWords,
  updated_since: UpdatedSince,
  include: queryList(z.enum(['clip', 'marks']), 2)
    .optional()
    .describe(
      '`clip`: each event with `clip_status`, `clip_error`, `clip_start_at` and `clip_end_at`; `marks`: with `alerted` and `held_back`',
    )
    .meta(since('v1.4')),
})

/** Query of `GET /api/v1/events/export`: every filter of the list. */
export const EventExportQuery = EventFilterQuery.extend({ q: EventWords.meta(since('v1.3')) })

export const EventPage = followedPage(EventListItem)

/** What an operator may change. Unknown fields and an empty body are refused. */
export const EventPatch = z
  .strictObject({
    acknowledged: z.boolean().optional(),
    starred: z.boolean().optional(),
    notes: z.string().max(2000).nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'give acknowledged, starred or notes')
  .meta({ id: 'EventPatch' })

export type Event = z.infer<typeof Event>
export type EventListItem = z.infer<typeof EventListItem>
export type EventCategory = z.infer<typeof EventCategory>
export type MediaLink = z.infer<typeof MediaLink>
export type EventPage = z.infer<typeof EventPage>
export type EventPatch = z.infer<typeof EventPatch>
export type EventFilterQuery = z.infer<typeof EventFilterQuery>
export type EventListQuery = z.infer<typeof EventListQuery>
export type EventExportQuery = z.infer<typeof EventExportQuery>
export type ClipStatus = z.infer<typeof ClipStatus>
