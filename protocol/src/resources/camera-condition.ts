import { z } from 'zod'
import {
  CameraFault,
  CameraStatus,
  ConnectionMode,
  StreamMode,
  StreamRole,
  StreamTransport,
} from './camera.js'
import { Id, since, Timestamp } from './common.js'
import { EventCategory } from './event.js'
import { GatewayStatus } from './gateway.js'

/** Why a camera gives no pictures: a fault of the camera, or what stands before it. Null where it does. */
export const ConnectivityCause = z.enum([
  ...CameraFault.options,
  /** Switched off by its `enabled`. */
  'disabled',
  /** It has no gateway. */
  'unpaired',
  'gateway_offline',
  'gateway_disabled',
  /** In direct mode: no relay serves it. */
  'relay_offline',
  /** Nothing was reported yet. */
  'waiting',
  /** Reported as unreachable without a cause. */
  'unknown',
])

const RateFacts = z.object({
  codec: z.string(),
  resolution: z.string().describe('WIDTHxHEIGHT, or empty'),
  fps: z.number().nullable(),
  bitrate_kbps: z.number().nullable(),
})

/** Which stream is wanted for something, and which is used: without a sub stream it is main. */
const StreamChoice = z.object({
  wanted: StreamRole,
  used: StreamRole,
  why: z.string().nullable().describe('Why another one is used than is wanted; null where it is the one'),
  why_code: z
    .enum(['no_sub_stream', 'single', 'not_received'])
    .nullable()
    .describe('The same for programs that have words of their own')
    .meta(since('v1.4')),
})

/** What else is worth attention, as a sentence and by a code. */
const Advice = z.object({
  code: z.enum([
    'sub_stream_missing',
    'pre_roll_shortened',
    'reconnects',
    'stalls',
    'breaks',
    'broken_frames',
    'status_by_hand',
  ]),
  count: z.number().int().nullable().describe('Times within the last hour; null where nothing is counted'),
  message: z.string(),
})

/** What works and could be better, in words. */
export const ShownWarning = z.object({
  code: z.string(),
  stream: StreamRole.nullable().describe('Null: the camera as a whole'),
  value: z.number().nullable(),
  message: z.string(),
  remedy: z.string(),
})

const EventsCondition = z.object({
  state: z.enum(['connecting', 'subscribed', 'degraded', 'unsupported', 'tombstoned', 'off']),
  last_event_at: Timestamp.nullable(),
  last_renew_at: Timestamp.nullable(),
  motion_seen: z.boolean().describe('The camera has told of movement'),
  message: z.string(),
  remedy: z.string().nullable(),
})

const MotionCondition = z.object({
  state: z
    .enum(['watching', 'standby', 'waiting', 'learning', 'degraded', 'off'])
    .describe('standby: the camera tells of movement itself, and the gateway only watches over it'),
  stream: StreamRole.nullable().describe('In which stream movement is looked for'),
  last_motion_at: Timestamp.nullable(),
})

const ReceivedStream = RateFacts.extend({
  role: StreamRole,
  gop_sec: z.number().nullable().describe('Seconds from keyframe to keyframe'),
  transport: StreamTransport.nullable().describe('Null unless it is received now, as audio'),
  audio: z.string().nullable().describe('Encoding of the sound that is recorded'),
  used_for: z.array(z.string()).describe('recording, detection, preview; empty: not received'),
  fault: CameraFault.nullable().describe('Why this stream cannot be received'),
})

/** Answer of `GET /api/v1/cameras/{id}/diagnostics`. */
export const CameraDiagnostics = z
  .object({
    camera_id: Id,
    status: CameraStatus,
    enabled: z.boolean(),
    connection_mode: ConnectionMode,
    connectivity: z.object({
      ok: z.boolean(),
      cause: ConnectivityCause.nullable(),
      message: z.string().describe('What is wrong, for a person'),
      remedy: z.string().nullable().describe('What to do about it'),
      since: Timestamp,
    }),
    reported_at: Timestamp.nullable().describe('When the camera was last reported of; null: never'),
    reconnects_last_hour: z.number().int().nullable(),
    stalls_last_hour: z.number().int().nullable(),
    breaks_last_hour: z
      .number()
      .int()
      .nullable()
      .describe('Times that the pictures began anew though the connection stood; null: not reported'),
    breaks_by_reason: z
      .record(z.string(), z.number().int())
      .nullable()
      .describe(
        'The same by why: `format` of the picture, `clock_set` (of the gateway), `wrong_speed` or `stands_still` of the timestamps, pictures `reordered`, the stream `restarted`, `other`; null: not reported',
      )
      .meta(since('v1.4')),
    broken_frames_last_hour: z
      .number()
      .int()
      .nullable()
      .describe('Times that the camera wrote bytes that belong to no frame of RTSP; null: not reported'),
    streams: z.array(ReceivedStream).describe('As they were last seen'),
    stream_mode: StreamMode,
    detection_stream: StreamChoice,
    recording_stream: StreamChoice,
    sub_stream_missing: z.boolean().describe('A sub stream is wanted and there is none: main is used'),
    pre_roll: z.object({
      wanted_sec: z.number().int(),
      shortened: z.boolean().nullable().describe('Memory on the gateway holds less; null: not reported'),
    }),
    gateway: z
      .object({
        id: Id,
        name: z.string(),
        status: GatewayStatus,
        last_heartbeat_at: Timestamp.nullable(),
      })
      .nullable(),
    last_event: z
      .object({ id: Id, event_category: EventCategory, triggered_at: Timestamp })
      .nullable()
      .describe('Of those that the caller may see'),
    events: EventsCondition.nullable().describe(
      "The camera's own events; null: none are to be had, or not reported",
    ),
    motion: MotionCondition.nullable().describe('How the gateway looks for movement; null: not reported'),
    clock_skew_sec: z.number().nullable().describe("The camera's clock minus the gateway's; null: not known"),
    warnings: z.array(ShownWarning),
    advice: z.array(z.string()).describe('What else is worth attention, a sentence each'),
    advice_codes: z
      .array(Advice)
      .describe('As `advice`, for programs that have words of their own; without what `warnings` say')
      .meta(since('v1.4')),
  })
  .meta({ id: 'CameraDiagnostics' })

/** Answer of `GET /api/v1/cameras/{id}/health`. Rates are null unless the camera streams, and where not known. */
export const CameraHealth = z
  .object({
    camera_id: Id,
    health: z.enum(['online', 'offline', 'error']),
    status: CameraStatus,
    streaming: z.boolean(),
    active_tier: StreamRole,
    ...RateFacts.shape,
    gop_sec: z.number().nullable(),
    transport: StreamTransport.nullable(),
    audio: z.string().nullable(),
    warnings: z.array(ShownWarning),
    since: Timestamp,
    reported_at: Timestamp.nullable(),
  })
  .meta({ id: 'CameraHealth' })

/** Answer of `GET /streams/{camera_id}/status`. */
export const StreamStatus = z
  .object({
    streamable: z.boolean().describe('Enabled and on line'),
    webrtc_supported: z.boolean().describe('True for h264 and h265'),
    codec: z.string().describe('May be empty'),
    resolution: z.string().describe('WIDTHxHEIGHT, or empty'),
    connection_mode: ConnectionMode,
    go2rtc_status: z.enum(['active', 'inactive']).describe('Active while the camera is received'),
    active_viewers: z.number().int().min(0),
    notes: z.array(z.string()).describe('Why it may not play everywhere, a sentence each'),
  })
  .meta({ id: 'StreamStatus' })

/** Answer of `GET /api/v1/cameras/{id}/thumbnail`. */
export const CameraThumbnail = z
  .object({
    camera_id: Id,
    url: z.string().describe('Signed; shows the picture without other credentials'),
    expires_at: Timestamp.describe('An hour from now'),
    taken_at: Timestamp.describe('When the picture was taken'),
    event_id: Id.nullable().describe('The event that it belongs to'),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .meta({ id: 'CameraThumbnail' })

/** Answer of `POST /api/v1/cameras/{id}/snapshot`. */
export const CameraSnapshot = z
  .object({
    camera_id: Id,
    taken_at: Timestamp,
    content_type: z.literal('image/jpeg'),
    width: z.number().int(),
    height: z.number().int(),
    url: z.string().describe('Signed; shows the picture without other credentials'),
    expires_at: Timestamp.describe('An hour from now'),
    data: z.string().describe('The picture in base64'),
  })
  .meta({ id: 'CameraSnapshot' })

export type ShownWarning = z.infer<typeof ShownWarning>
export type ConnectivityCause = z.infer<typeof ConnectivityCause>
export type CameraDiagnostics = z.infer<typeof CameraDiagnostics>
export type CameraHealth = z.infer<typeof CameraHealth>
export type StreamStatus = z.infer<typeof StreamStatus>
export type CameraThumbnail = z.infer<typeof CameraThumbnail>
export type CameraSnapshot = z.infer<typeof CameraSnapshot>
