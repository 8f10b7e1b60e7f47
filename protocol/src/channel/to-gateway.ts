import { z } from 'zod'
import {
  MotionSensitivity,
  MotionZone,
  PostEventBufferSec,
  PreEventBufferSec,
  StreamMode,
  StreamRole,
  StreamTransport,
} from '../resources/camera.js'
import { Id, Timestamp } from '../resources/common.js'
import { CameraConnection } from './camera-connection.js'
import { Discover, LiveStart, Probe, Ptz, Snapshot, Trigger } from './commands.js'
import { CameraLease, ChannelError, Result, Seq } from './envelope.js'

/** Answer to `hello`; the session lives from here. */
export const Welcome = z.object({
  version: z.number().int().describe('The highest version in common'),
  session_epoch: z.number().int().min(1).describe('Grows with each session of this gateway'),
  config_revision: z.number().int().min(0),
  heartbeat_interval_sec: z.number().min(1).max(60),
  server_time: Timestamp,
  /** Durable frames up to this number are committed: entries of the outbox that may go. */
  acked_seq: z.number().int().min(0),
  newest_agent_version: z
    .string()
    .max(64)
    .optional()
    .describe("Newest version of the gateway's program that the cloud knows of; for people, who install it"),
})

/** Confirms durable frames; the envelope's `ack` says up to which. Refused ones are confirmed as well. */
export const Ack = z.object({
  rejected: z.array(ChannelError.extend({ seq: Seq })).max(256),
})

/** One camera of the gateway's configuration, whole. It replaces what was known of this camera. */
export const CameraSet = z.object({
  revision: z.number().int().min(1),
  camera_id: Id,
  name: z.string().max(100),
  enabled: z.boolean(),
  connection: CameraConnection,
  recording_duration_sec: z.number().int().min(5).max(120),
  pre_event_buffer_sec: PreEventBufferSec,
  post_event_buffer_sec: PostEventBufferSec,
  motion_sensitivity: MotionSensitivity,
  detection_stream: StreamRole,
  recording_stream: StreamRole,
  stream_transport: StreamTransport,
  stream_mode: StreamMode,
  motion_zones: z.array(MotionZone).max(32),
})

export const CameraDrop = z.object({ revision: z.number().int().min(1), camera_id: Id })

/** All of `revision` has been sent; cameras not listed here are dropped. */
export const ConfigComplete = z.object({
  revision: z.number().int().min(0),
  camera_ids: z.array(Id).max(5000),
})

/**
 * To a relay: the leases that it holds, renewed. It stops a camera, and forgets its credentials, when no renewal came
 * for `valid_ms`.
 */
export const LeaseRenewed = z.object({
  leases: z.array(CameraLease).max(50),
  valid_ms: z.number().int().min(1000).max(600_000).describe('Milliseconds from receipt'),
})

/** Every frame that the cloud sends, by type. */
export const toGateway = {
  welcome: Welcome,
  ack: Ack,
  'camera.set': CameraSet,
  'camera.drop': CameraDrop,
  'config.complete': ConfigComplete,
  'lease.renewed': LeaseRenewed,
  probe: Probe,
  trigger: Trigger,
  snapshot: Snapshot,
  ptz: Ptz,
  discover: Discover,
  'live.start': LiveStart,
  result: Result,
} as const

export type ToGatewayType = keyof typeof toGateway
export type ToGatewayBody<T extends ToGatewayType> = z.infer<(typeof toGateway)[T]>
export type Welcome = z.infer<typeof Welcome>
export type Ack = z.infer<typeof Ack>
export type CameraSet = z.infer<typeof CameraSet>
export type CameraDrop = z.infer<typeof CameraDrop>
export type ConfigComplete = z.infer<typeof ConfigComplete>
export type LeaseRenewed = z.infer<typeof LeaseRenewed>
