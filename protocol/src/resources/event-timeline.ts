import { z } from 'zod'
import { DerivedTimestamp, Id } from './common.js'
import { EventCategory, EventFilterQuery } from './event.js'

/** Buckets that one answer may have. */
export const timelineBucketsAtMost = 1000

/** Cameras that an answer names; the events of others are summed up. */
export const timelineCamerasAtMost = 20

/** Query of `GET /api/v1/events/timeline`: the filters of the list, and how wide a bucket is. */
export const EventTimelineQuery = EventFilterQuery.extend({
  interval: z
    .enum(['hour', 'day'])
    .default('hour')
    .describe(
      "Hours or days of the organisation's time zone. Without `date_from` the stretch is the last 24 hours, or the last 30 days; " +
        `at most ${timelineBucketsAtMost} buckets`,
    ),
})

const Count = z.number().int().min(0)

/** Events that were triggered from `start` on and before `end`. */
export const EventTimelineBucket = z
  .object({
    start: DerivedTimestamp,
    end: DerivedTimestamp.describe('Where the next begins: 23 or 25 hours on where clocks change'),
    total: Count,
    by_category: z.partialRecord(EventCategory, Count).describe('Categories with an event'),
    by_camera: z
      .record(Id, Count)
      .describe('Cameras with an event, of those in `cameras`; the rest of `total` is of others'),
  })
  .meta({ id: 'EventTimelineBucket' })

/** A histogram of events over time, without gaps: what has no event has a bucket with `total` 0. */
export const EventTimeline = z
  .object({
    interval: z.enum(['hour', 'day']),
    timezone: z.string().describe('IANA name'),
    from: DerivedTimestamp,
    to: DerivedTimestamp.describe('Not included'),
    total: Count,
    data: z.array(EventTimelineBucket),
    cameras: z
      .array(z.object({ camera_id: Id, camera_name: z.string(), total: Count }))
      .describe(`The cameras with the most events, at most ${timelineCamerasAtMost}`),
  })
  .meta({ id: 'EventTimeline' })

export type EventTimelineQuery = z.infer<typeof EventTimelineQuery>
export type EventTimeline = z.infer<typeof EventTimeline>
export type EventTimelineBucket = z.infer<typeof EventTimelineBucket>
