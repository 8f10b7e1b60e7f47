import { z } from 'zod'
import { followedPage, Id, Name, PageQuery, since, Timestamp, UpdatedSince } from './common.js'

export const ConnectionMode = z.enum(['gateway', 'direct'])
export const CameraType = z.enum(['rtsp', 'onvif'])
export const CameraStatus = z.enum(['pending', 'online', 'offline', 'error', 'disabled'])
export const StreamRole = z.enum(['main', 'sub'])
export const StreamTransport = z.enum(['tcp', 'udp'])
export const StreamMode = z.enum(['single', 'dual'])
export const AiAnalysisMode = z.enum(['snapshot_only', 'multi_frame', 'full_video', 'disabled'])
export const AiPassMode = z.enum(['one_pass', 'two_pass'])
/** Where a camera is to turn or zoom to; pan_up and pan_down tilt it. */
export const PtzDirection = z.enum(['pan_up', 'pan_down', 'pan_left', 'pan_right', 'zoom_in', 'zoom_out'])
export const MotionSensitivity = z.enum(['low', 'medium', 'high'])

// What a camera has of its own goes to gateways as well. One of before drops a value beyond the bound that it knows, and with it all
// that it was told of the camera (docs/protocol.md, 17): bounds are not widened within a version of the channel.

/** How much of what was before the trigger belongs to the clip: the pre-roll. */
export const PreEventBufferSec = z.number().int().min(0).max(10)
/** How much of what comes after the end of the cause: the post-roll. */
export const PostEventBufferSec = z.number().int().min(0).max(10)

const Coordinate = z.number().min(0).max(1)

/** A polygon in normalised coordinates: 0,0 is the upper left corner, 1,1 the lower right. */
export const MotionZone = z.object({
  name: Name,
  kind: z.enum(['include', 'exclude']),
  points: z
    .array(z.tuple([Coordinate, Coordinate]))
    .min(3)
    .max(64),
})

/** Why a camera cannot be reached or used; one word for each remedy. */
export const CameraFault = z.enum([
  'dns',
  'refused',
  'timeout',
  'auth',
  'not_found',
  'codec',
  'tls',
  'redirect',
  'clock',
  'not_rtsp',
  'no_video',
  'stream_limit',
  'address',
  'protocol',
])
export type CameraFault = z.infer<typeof CameraFault>

export const Camera = z
  .object({
    id: Id,
    name: Name,
    site_id: Id,
    gateway_id: Id.nullable(),
    connection_mode: ConnectionMode,
    type: CameraType,
    status: CameraStatus,
    active_tier: StreamRole.describe('The stream in use for detection'),
    stream_transport: StreamTransport,
    stream_mode: StreamMode,
    created_at: Timestamp,
    enabled: z.boolean(),
    recording_duration_sec: z.number().int(),
    pre_event_buffer_sec: z.number().int(),
    post_event_buffer_sec: z.number().int(),
    ai_analysis_mode: AiAnalysisMode,
    ai_pass_mode: AiPassMode,
    prompt_pack_id: Id.nullable(),
    ai_provider_override: z.string().nullable(),
    ai_model_override: z.string().nullable(),
    motion_sensitivity: MotionSensitivity,
    detection_stream: StreamRole,
    recording_stream: StreamRole,
    motion_zones_json: z.array(MotionZone),
    deleted_at: Timestamp.nullable(),
    onvif_channel: z
      .string()
      .nullable()
      .describe(
        'Which channel of a recorder, or lens, this camera is; null for the one with the largest picture',
      )
      .meta(since('v1.3')),
    fault: CameraFault.nullable()
      .describe(
        'Why there is no picture, as last reported; null while there is one, or before the first report',
      )
      .meta(since('v1.3')),
  })
  .meta({ id: 'Camera' })

const RtspUrl = z.string().min(1).max(2048)
const Username = z.string().max(256)
const Password = z.string().max(512)
const Host = z.string().trim().min(1).max(253)
const Port = z.number().int().min(1).max(65535)
/** Which channel of an ONVIF device: a recorder's input, or one of several lenses. */
export const OnvifChannel = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .nullable()
  .describe(
    'The token of its video source or of a profile, or its number from 1; null: the one with the largest picture',
  )
  .meta(since('v1.3'))

const cameraSettings = {
  enabled: z.boolean(),
  recording_duration_sec: z.number().int().min(5).max(120),
  pre_event_buffer_sec: PreEventBufferSec,
  post_event_buffer_sec: PostEventBufferSec,
  ai_analysis_mode: AiAnalysisMode,
  ai_pass_mode: AiPassMode,
  prompt_pack_id: Id.nullable(),
  ai_provider_override: z.string().max(100).nullable(),
  ai_model_override: z.string().max(100).nullable(),
  motion_sensitivity: MotionSensitivity,
  detection_stream: StreamRole,
  recording_stream: StreamRole,
  motion_zones_json: z.array(MotionZone).max(32),
  stream_transport: StreamTransport,
  stream_mode: StreamMode,
}

const connectionFields = {
  rtsp_url: RtspUrl,
  rtsp_sub_url: RtspUrl.nullable(),
  rtsp_username: Username,
  rtsp_password: Password,
  host: Host,
  port: Port,
  onvif_username: Username,
  onvif_password: Password,
  onvif_channel: OnvifChannel,
}

/** Body of `POST /api/v1/cameras`. What each type and mode requires is checked with a sentence of its own. */
export const CameraCreate = z
  .object({
    site_id: Id,
    gateway_id: Id.nullish().describe('Required when connection_mode is gateway, else left out or null'),
    connection_mode: ConnectionMode.default('gateway'),
    name: Name,
    type: CameraType,
    ...z.object({ ...connectionFields, ...cameraSettings }).partial().shape,
  })
  .superRefine((body, context) => {
    const need = (
      field: 'gateway_id' | 'rtsp_url' | 'host' | 'onvif_username' | 'onvif_password',
      why: string,
    ) => {
      if (body[field] === undefined || body[field] === null)
        context.addIssue({ code: 'custom', path: [field], message: `${field} is required ${why}` })
    }
    if (body.connection_mode === 'gateway') need('gateway_id', 'when connection_mode is gateway')
    switch (body.type) {
      case 'rtsp':
        need('rtsp_url', 'for a camera of type rtsp')
        break
      case 'onvif':
        need('host', 'for a camera of type onvif')
        need('onvif_username', 'for a camera of type onvif')
        need('onvif_password', 'for a camera of type onvif')
        break
    }
  })

/** What a change of a camera was made of. */
const CameraSettings = z.object({ name: Name, site_id: Id, ...cameraSettings }).partial()

/** Body of `PATCH /api/v1/cameras/{id}`; other keys are dropped. */
export const CameraPatch = z
  .object({
    name: Name,
    site_id: Id,
    status: CameraStatus,
    ...connectionFields,
    ...cameraSettings,
    if_still: CameraSettings.describe(
      'What the camera was like when the change was made: 409, and nothing is changed, if one of these is otherwise by now',
    ).meta(since('v1.4')),
  })
  .partial()

export const CameraListQuery = PageQuery.extend({
  site_id: Id.optional(),
  gateway_id: Id.optional(),
  status: CameraStatus.optional(),
  type: CameraType.optional(),
  connection_mode: ConnectionMode.optional(),
  updated_since: UpdatedSince,
})

export const CameraPage = followedPage(Camera)

/** Body of `POST /api/v1/cameras/{id}/trigger`; the whole body may be left out. */
export const TriggerRequest = z
  .object({
    duration_sec: z.number().int().min(5).max(60).default(15),
    note: z.string().max(500).optional().describe('Stored on the event'),
  })
  .default({ duration_sec: 15 })

export const TriggerResponse = z
  .object({
    event_id: Id,
    started_at: Timestamp,
    expected_clip_duration_sec: z.number().int(),
    request_id: z.string().regex(/^[0-9a-f]{32}$/),
    camera_id: Id,
    triggered_at: Timestamp,
    status: z.enum(['triggered', 'recording_extended']),
    message: z.string(),
    transport: z.enum(['tunnel', 'direct', 'fallback']),
  })
  .meta({ id: 'TriggerResponse' })

/** Body of `POST /api/v1/cameras/{id}/pair`. */
export const CameraPair = z.object({ gateway_id: Id })

/** Body of `POST /api/v1/cameras/{id}/ptz`. */
export const PtzRequest = z.object({
  direction: PtzDirection,
  magnitude: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Speed, from 0 (ends a move that is under way) to 1 (as fast as the camera moves)'),
  duration_ms: z
    .number()
    .int()
    .min(100)
    .max(10_000)
    .default(500)
    .describe('The move ends after this time; a further call sooner replaces it'),
})

/** The camera has begun to move. */
export const PtzResponse = z
  .object({
    camera_id: Id,
    direction: PtzDirection,
    magnitude: z.number(),
    duration_ms: z.number().int(),
    started_at: Timestamp,
    stops_at: Timestamp.describe("Both by the clock of the camera's gateway"),
    message: z.string(),
  })
  .meta({ id: 'PtzResponse' })

export type PtzRequest = z.infer<typeof PtzRequest>
export type PtzResponse = z.infer<typeof PtzResponse>
export type PtzDirection = z.infer<typeof PtzDirection>
export type Camera = z.infer<typeof Camera>
export type CameraCreate = z.infer<typeof CameraCreate>
export type CameraPatch = z.infer<typeof CameraPatch>
export type CameraSettings = z.infer<typeof CameraSettings>
export type CameraListQuery = z.infer<typeof CameraListQuery>
export type CameraPage = z.infer<typeof CameraPage>
export type CameraStatus = z.infer<typeof CameraStatus>
export type CameraType = z.infer<typeof CameraType>
export type StreamRole = z.infer<typeof StreamRole>
export type MotionZone = z.infer<typeof MotionZone>
export type TriggerRequest = z.infer<typeof TriggerRequest>
export type TriggerResponse = z.infer<typeof TriggerResponse>
