import { z } from 'zod'
import { CameraFault, StreamRole, StreamTransport } from '../resources/camera.js'
import { Id, Timestamp } from '../resources/common.js'

/** States of a camera as the agent sees it. */
export const CameraState = z.enum([
  'connecting',
  'online',
  'stalled',
  'offline',
  'auth_failed',
  'stream_limit',
  'unsupported',
  'disabled',
])

/** Pixels; no codec goes beyond. */
export const PictureSide = z.number().int().min(0).max(65_535)

const StreamFacts = z.object({
  codec: z.string().max(32),
  width: PictureSide,
  height: PictureSide,
  fps: z.number().min(0).nullable(),
  gop_sec: z.number().min(0).nullable(),
  bitrate_kbps: z.number().min(0).nullable(),
})

/** One stream of a camera, as the agent holds it. */
export const ReportedStream = z.object({
  role: StreamRole,
  state: CameraState.describe('Of this stream; that of the camera is the state of the recorded one'),
  fault: CameraFault.nullable(),
  used_for: z
    .array(z.string().max(32))
    .max(8)
    .describe('recording, detection, preview, live; words that are not known are ignored'),
  received: StreamFacts.extend({
    transport: StreamTransport,
    audio: z.string().max(32).nullable().describe('Encoding of the sound that is recorded; null for none'),
  })
    .nullable()
    .describe('Null unless packets flow'),
})

/** How the camera's own events reach the agent. */
export const EventsReport = z.object({
  state: z
    .string()
    .max(32)
    .describe('connecting, subscribed, degraded, unsupported, tombstoned, off; others are as degraded'),
  last_event_at: Timestamp.nullable(),
  last_renew_at: Timestamp.nullable(),
  motion_seen: z.boolean().describe('A motion topic has come: the events of the camera tell of movement'),
  message: z.string().max(1000).nullable().optional().describe('For the person at the gateway'),
})

/** How the agent itself looks for movement. */
export const MotionReport = z.object({
  state: z
    .string()
    .max(32)
    .describe('watching, standby (the camera tells of motion itself), waiting, learning, degraded, off'),
  stream: StreamRole.nullable().describe('In which stream it looks'),
  last_motion_at: Timestamp.nullable(),
  message: z.string().max(1000).nullable().optional().describe('For the person at the gateway'),
})

/** Something that works and could be better. The words are made where it is shown. */
export const CameraWarning = z.object({
  code: z.string().max(64).describe('One of `CameraWarningCode`; others are ignored'),
  stream: StreamRole.nullable(),
  value: z.number().nullable().describe('What the code says of a number: seconds, frames a second, percent'),
})

/** The newest state of a camera; the last one counts. */
export const CameraStatusReport = z.object({
  camera_id: Id,
  state: CameraState,
  fault: CameraFault.nullable(),
  message: z.string().max(1000).nullable(),
  since: Timestamp,
  stream: StreamFacts.nullable().describe('The recorded one'),
  reconnects_last_hour: z.number().int().min(0),
  stalls_last_hour: z.number().int().min(0).optional().describe('Times that pictures stopped coming'),
  breaks_last_hour: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Times that the pictures began anew though the connection stood, which ends a clip'),
  breaks_by_reason: z
    .record(z.string().max(32), z.number().int().min(0))
    .optional()
    .describe(
      'The same by why: format, clock_set, wrong_speed, stands_still, reordered, restarted, other; others may follow',
    ),
  broken_frames_last_hour: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Times that the next frame was looked for, for the camera wrote bytes that belong to none'),
  pre_roll_shortened: z.boolean().optional().describe('Memory holds less of the past than is asked for'),
  streams: z.array(ReportedStream).max(4).optional(),
  events: EventsReport.nullable().optional().describe('Null for a camera that is known by its streams only'),
  motion: MotionReport.nullable().optional(),
  clock_skew_sec: z
    .number()
    .nullable()
    .optional()
    .describe("The camera's clock minus the gateway's; null if not known"),
  warnings: z.array(CameraWarning).max(32).optional(),
})

export type CameraState = z.infer<typeof CameraState>
export type ReportedStream = z.infer<typeof ReportedStream>
export type EventsReport = z.infer<typeof EventsReport>
export type MotionReport = z.infer<typeof MotionReport>
export type CameraWarning = z.infer<typeof CameraWarning>
export type CameraStatusReport = z.infer<typeof CameraStatusReport>
