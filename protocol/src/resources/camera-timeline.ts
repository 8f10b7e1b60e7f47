import { z } from 'zod'
import { AlertStatus } from './alert.js'
import { DerivedTimestamp, Id, queryList, Timestamp } from './common.js'
import { ClipStatus, EventCategory, ShownTriggerSource } from './event.js'
import { RecordingCoverageQuery } from './recording.js'
import { Severity } from './severity.js'

/** Events that one answer has at most: two days of a very busy camera. */
export const cameraTimelineEventsAtMost = 10_000

/** Query of `GET /api/v1/cameras/{id}/timeline`: a stretch of at most 31 days, the last 24 hours without bounds. */
export const CameraTimelineQuery = RecordingCoverageQuery.extend({
  include: queryList(z.enum(['snapshot', 'summary']), 2)
    .optional()
    .describe('Each event with `snapshot_url`, with `summary`'),
})

/** An event as a bar on a line of time. */
export const CameraTimelineEvent = z
  .object({
    id: Id,
    triggered_at: Timestamp,
    start_at: Timestamp.describe('When its clip begins, pre-roll and all; without a clip the trigger'),
    end_at: Timestamp.nullable().describe(
      'When it ended; null while it is recorded, and where that is not known',
    ),
    event_category: EventCategory,
    trigger_source: ShownTriggerSource,
    tags: z.array(z.string()).describe('What was named in it'),
    severity: Severity.nullable().describe('As the analysis says'),
    alert_status: AlertStatus.nullable().describe(
      'Of its alerts the one that was dealt with least; null: it made none',
    ),
    starred: z.boolean(),
    clip_status: ClipStatus.describe('A clip that is `ready` plays from `start_at` to `end_at`'),
    snapshot_url: z
      .string()
      .nullable()
      .optional()
      .describe('Signed, valid for an hour at most. Only with `include=snapshot`'),
    summary: z.string().nullable().optional().describe('As the analysis says. Only with `include=summary`'),
  })
  .meta({ id: 'CameraTimelineEvent' })

/** What happened before one camera, event by event, and when it was off line. */
export const CameraTimeline = z
  .object({
    camera_id: Id,
    camera_name: z.string(),
    camera_deleted: z.boolean().describe('What was recorded is still there, as long as it is kept'),
    timezone: z.string().describe('IANA name: of the site where the camera stands, or last stood'),
    from: DerivedTimestamp,
    to: DerivedTimestamp.describe('Not included'),
    events: z
      .array(CameraTimelineEvent)
      .describe(`Those of which a part lies within, by \`start_at\`: at most ${cameraTimelineEventsAtMost}`),
    truncated: z.boolean().describe('There are more events, earlier ones: ask for a shorter stretch'),
    offline: z
      .array(z.object({ start_at: DerivedTimestamp, end_at: DerivedTimestamp }))
      .describe(
        'When the camera gave no pictures, in order: past outages as long as events are kept, the latest 1,000, and the one that lasts now',
      ),
  })
  .meta({ id: 'CameraTimeline' })

export type CameraTimelineQuery = z.infer<typeof CameraTimelineQuery>
export type CameraTimelineEvent = z.infer<typeof CameraTimelineEvent>
export type CameraTimeline = z.infer<typeof CameraTimeline>
