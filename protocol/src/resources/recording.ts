import { z } from 'zod'
import { DerivedTimestamp, Id, PageQuery, page, Timestamp } from './common.js'
import { ClipStatus } from './event.js'
import { DateBound, GivenMoment } from './moment.js'

/** A stretch of at most 31 days. Without bounds it is the last 24 hours. */
const RangeQuery = z.object({
  from: DateBound.optional().describe('RFC 3339, or the first whole day; 24 h before `to` if left out'),
  to: DateBound.optional().describe('RFC 3339, or the last whole day, included; now if left out'),
})

export const RecordingCoverageQuery = RangeQuery
export const RecordingListQuery = PageQuery.extend(RangeQuery.shape)

const Stretch = z.object({ start_at: DerivedTimestamp, end_at: DerivedTimestamp, duration_sec: z.number() })

/** When there are clips of a camera. Ranges that touch or overlap are one; nothing reaches over the bounds. */
export const RecordingCoverage = z
  .object({
    camera_id: Id,
    from: DerivedTimestamp,
    to: DerivedTimestamp.describe('Not later than now'),
    ranges: z.array(Stretch),
    gaps: z.array(Stretch).describe('The rest of the time between `from` and `to`'),
    total_sec: z.number().describe('Of all ranges'),
  })
  .meta({ id: 'RecordingCoverage' })

/** The clip of an event. Its times are null until it is finished. */
export const Recording = z
  .object({
    event_id: Id,
    camera_id: Id,
    triggered_at: Timestamp,
    start_at: Timestamp.nullable(),
    end_at: Timestamp.nullable(),
    duration_sec: z.number().int().nullable(),
    bytes: z.number().int().nullable(),
    status: ClipStatus,
  })
  .meta({ id: 'Recording' })

export const RecordingPage = page(Recording)

/** Which moment is asked for. */
export const ClipAtQuery = z.object({
  at: GivenMoment.optional().describe('RFC 3339; now if left out'),
  within_sec: z.coerce
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(60)
    .describe('How far away a clip may be that does not cover the moment'),
})

/** The clip that covers a moment, or else the nearest one. */
export const ClipAt = z
  .object({
    event_id: Id,
    camera_id: Id,
    url: z.string().describe('Signed; plays the clip without other credentials'),
    expires_at: Timestamp,
    start_at: Timestamp,
    end_at: Timestamp,
    duration_sec: z.number(),
    offset_sec: z.number().min(0).describe('Where in the clip the moment is, or its end nearest to it'),
    covers: z.boolean().describe('Whether the moment is in the clip'),
  })
  .meta({ id: 'ClipAt' })

export type RecordingCoverageQuery = z.infer<typeof RecordingCoverageQuery>
export type RecordingListQuery = z.infer<typeof RecordingListQuery>
export type RecordingCoverage = z.infer<typeof RecordingCoverage>
export type Recording = z.infer<typeof Recording>
export type ClipAtQuery = z.infer<typeof ClipAtQuery>
export type ClipAt = z.infer<typeof ClipAt>
