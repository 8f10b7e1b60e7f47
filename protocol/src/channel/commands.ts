import { z } from 'zod'
import { LiveMode, LiveRendition } from '../live/live-stream.js'
import { CameraFault, PtzDirection, StreamRole, StreamTransport } from '../resources/camera.js'
import { Id, Timestamp } from '../resources/common.js'
import { DiscoveryTargets } from '../resources/discovery-targets.js'
import { DeviceChannel, DiscoveredDevice } from '../resources/gateway.js'
import { CameraConnection } from './camera-connection.js'
import { CameraWarning, PictureSide } from './camera-report.js'

/** Milliseconds from receipt after which a command is no longer carried out. */
const deadline_ms = z.number().int().min(1).max(120_000)

/** Command. Connects to a camera that need not be configured, and says what it found. */
export const Probe = z.object({
  deadline_ms,
  connection: CameraConnection,
  stream_transport: StreamTransport.default('tcp'),
  picture: z
    .boolean()
    .optional()
    .describe(
      'A picture is wanted, cut from the connection. Asked of a gateway with the capability `probe.picture`',
    ),
})

/** Capability of a gateway or a relay that answers a probe with a picture. */
export const probePictureCapability = 'probe.picture'

/** A picture that a camera sent just now. */
export const CameraPicture = z.object({
  taken_at: Timestamp,
  content_type: z.literal('image/jpeg'),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  data: z.base64().max(200_000).describe('The picture; scaled down to fit a frame'),
})

const ProbedStream = z.object({
  role: StreamRole,
  url: z.string().max(2048).describe('Without credentials'),
  codec: z.string().max(32),
  width: PictureSide,
  height: PictureSide,
  fps: z.number().nullable(),
  gop_sec: z.number().nullable(),
  bitrate_kbps: z.number().min(0).nullable().optional(),
  audio: z
    .string()
    .max(32)
    .nullable()
    .optional()
    .describe('Encoding of the sound that is recorded; null for none'),
  transport: StreamTransport.optional().describe('By which the packets came'),
  warnings: z.array(CameraWarning).max(32).optional().describe('What works and could be better'),
})

/** A camera that works, as a probe found it. */
export const ProbedCamera = z.object({
  reachable: z.literal(true),
  streams: z.array(ProbedStream).min(1).max(4),
  auth_scheme: z.string().max(64).nullable(),
  manufacturer: z.string().max(200).nullable(),
  model: z.string().max(200).nullable(),
  serial: z.string().max(128).nullable(),
  channel: z
    .string()
    .max(128)
    .nullable()
    .optional()
    .describe('The token of the channel that was looked at; null where the device names none'),
  channels: z.array(DeviceChannel).max(128).optional().describe('Of a device that has several'),
  picture: CameraPicture.nullable()
    .optional()
    .describe('Where one was asked for; null if none could be made'),
})

/** `value` of the result of `probe`: a camera that works, or the fault and what to do about it. */
export const ProbeOutcome = z.discriminatedUnion('reachable', [
  ProbedCamera,
  z.object({
    reachable: z.literal(false),
    fault: CameraFault,
    message: z.string().max(1000),
    no_keyframe_sec: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('Where pictures came, but none with which decoding can begin: for how long'),
  }),
])

/** Command. Records a clip; repeated with the same `event_id` it is answered as the first time. */
export const Trigger = z.object({
  deadline_ms,
  camera_id: Id,
  event_id: Id,
  request_id: z.string().regex(/^[0-9a-f]{32}$/),
  duration_sec: z.number().int().min(5).max(120),
  triggered_at: Timestamp.describe("By the cloud's clock; the gateway stamps the recording by its own"),
  note: z.string().max(500).nullable(),
})

/** `value` of the result of `trigger`. Errors: `camera_unknown`, `camera_offline`, `deadline`. */
export const TriggerOutcome = z.object({
  status: z.enum(['triggered', 'recording_extended']),
  event_id: Id.describe('The recording in progress if it was extended'),
  started_at: Timestamp,
  expected_clip_duration_sec: z.number().int().min(0),
})

/** Command. A fresh picture of a camera. Errors: `camera_unknown`, `camera_offline`, `unavailable`. */
export const Snapshot = z.object({
  deadline_ms,
  camera_id: Id,
})

/** `value` of the result of `snapshot`. */
export const SnapshotOutcome = CameraPicture

/**
 * Command. Moves a camera for a while. The gateway itself ends the move after `duration_ms`, whatever becomes of the
 * channel. Errors: `camera_unknown`, `camera_offline`, `unsupported` (it cannot be moved so), `unavailable`.
 */
export const Ptz = z.object({
  deadline_ms,
  camera_id: Id,
  direction: PtzDirection,
  magnitude: z.number().min(0).max(1).describe('Speed, as a share of the fastest'),
  duration_ms: z.number().int().min(100).max(10_000),
})

/** `value` of the result of `ptz`: the camera has begun to move. */
export const PtzOutcome = z.object({
  started_at: Timestamp,
  stops_at: Timestamp.describe("Both by the gateway's clock"),
})

/** Command. Scans the gateway's network. */
export const Discover = z.object({
  deadline_ms,
  timeout_sec: z.number().min(1).max(60).default(5),
  targets: DiscoveryTargets.optional().describe('Look at these addresses, one by one, and nowhere else'),
  tell_found: z.boolean().optional().describe('Send `discovery.found` for each device as it is first seen'),
})

/** `value` of the result of `discover`. */
export const DiscoverOutcome = z.object({ devices: z.array(DiscoveredDevice).max(256) })

/**
 * Command, to a gateway or a relay with the capability `live`. Opens a media socket for a stream of a camera
 * (docs/protocol.md, 20). Errors: `camera_unknown`, `camera_offline`, `unsupported` (there is no such stream, or no way to
 * that rendition), `unavailable` (the line, or the transcoder, is taken), `conflict` (the id is in use).
 */
export const LiveStart = z.object({
  deadline_ms,
  live_id: Id.describe('Of the media socket that the gateway opens'),
  camera_id: Id,
  stream: StreamRole,
  mode: LiveMode,
  audio: z.boolean(),
  rendition: LiveRendition,
})

/** `value` of the result of `live.start`: the gateway is going to open the media socket. */
export const LiveStartOutcome = z.object({
  codec: z
    .string()
    .max(32)
    .nullable()
    .describe('h264 or h265, of the camera; null while it is not received yet'),
})

/** Frames that ask the gateway to do something and await exactly one result. */
export const commandTypes = ['probe', 'trigger', 'snapshot', 'ptz', 'discover', 'live.start'] as const

/** What the `value` of each command's result holds. */
export const commandOutcomes = {
  probe: ProbeOutcome,
  trigger: TriggerOutcome,
  snapshot: SnapshotOutcome,
  ptz: PtzOutcome,
  discover: DiscoverOutcome,
  'live.start': LiveStartOutcome,
} as const

export type CommandType = (typeof commandTypes)[number]
export type CommandOutcome<T extends CommandType> = z.infer<(typeof commandOutcomes)[T]>
export type Probe = z.infer<typeof Probe>
export type ProbedCamera = z.infer<typeof ProbedCamera>
export type ProbeOutcome = z.infer<typeof ProbeOutcome>
export type CameraPicture = z.infer<typeof CameraPicture>
export type Trigger = z.infer<typeof Trigger>
export type TriggerOutcome = z.infer<typeof TriggerOutcome>
export type Ptz = z.infer<typeof Ptz>
export type PtzOutcome = z.infer<typeof PtzOutcome>
export type SnapshotOutcome = z.infer<typeof SnapshotOutcome>
export type LiveStart = z.infer<typeof LiveStart>
export type LiveStartOutcome = z.infer<typeof LiveStartOutcome>
export type Discover = z.infer<typeof Discover>
export type DiscoverOutcome = z.infer<typeof DiscoverOutcome>
