import { z } from 'zod'
import { CameraType } from '../resources/camera.js'
import { Id, Name, Sha256, Timestamp } from '../resources/common.js'
import { EventCategory } from '../resources/event.js'
import { GatewayLosses, GatewayStorage, RecordingState, SealingKey } from '../resources/gateway.js'
import { CameraStatusReport } from './camera-report.js'
import { Result } from './envelope.js'
import { Credentials, ProbedCamera } from './to-gateway.js'

/** What a relay says of itself in `hello` (docs/protocol.md, 19). */
export const RelayHello = z.object({
  relay_id: Id.describe('Made once for each data folder of a relay'),
  capacity: z.number().int().min(1).max(50).describe('Cameras that it serves at most'),
  public_key: SealingKey.describe(
    'Credentials of its cameras are sealed to this key; it may change with each start',
  ),
})

/** First frame of a connection. */
export const Hello = z.object({
  versions: z.array(z.number().int()).min(1).max(16).describe('Protocol versions spoken'),
  capabilities: z.array(z.string().max(64)).max(64),
  agent_version: z.string().max(64),
  boot_id: Id.describe('New with each start of the agent'),
  config_revision: z.number().int().min(0).describe('Revision of the configuration held; 0 for none'),
  last_acked_seq: z.number().int().min(0),
  clock: z.object({
    now: Timestamp,
    synced: z.boolean().nullable().describe('Whether a time service holds the clock; null if not known'),
  }),
  local_ip: z.string().max(64).nullable(),
  relay: RelayHello.optional().describe('Of a relay, and only of one'),
})

/** Sent at the interval of `welcome`; its absence for 30 s makes the gateway offline. */
export const Heartbeat = z.object({
  now: Timestamp,
  clock_synced: z.boolean().nullable(),
  uptime_sec: z.number().min(0),
  outbox_entries: z.number().int().min(0),
  outbox_rejected: z.number().int().min(0),
  losses: GatewayLosses.optional(),
  storage: GatewayStorage.optional(),
})

export const Telemetry = z.object({
  cpu_percent: z.number().min(0).nullable(),
  memory_mb: z.number().min(0).nullable(),
  disk_free_mb: z.number().min(0).nullable(),
  network_throughput: z.object({
    upstream_mbps: z.number().min(0).nullable(),
    downstream_mbps: z.number().min(0).nullable(),
  }),
  camera_recording_status: z.record(Id, RecordingState),
})

/** Durable. Something happened at a camera; the recording has begun or will not. */
export const EventOpened = z.object({
  event_id: Id.describe('Made by the gateway, or by the cloud for a manual trigger'),
  camera_id: Id,
  event_category: EventCategory,
  trigger_topic: z.string().max(1024),
  trigger_source: z.enum(['onvif', 'software', 'manual']),
  raw_source: z.string().max(128),
  raw_data: z.record(z.string(), z.unknown()),
  triggered_at: Timestamp.describe("By the gateway's clock"),
  clock_offset_ms: z.number().nullable().describe("The cloud's clock minus the gateway's, as last measured"),
  clock_synced: z.boolean().nullable(),
})

/** Durable. A further trigger lengthened the recording of `event_id`. */
export const EventExtended = z.object({
  event_id: Id,
  camera_id: Id,
  absorbed_event_id: Id.nullable().describe('The id that the further trigger came with, if it had one'),
  triggered_at: Timestamp,
})

/** Durable. The recording ended. With a clip, its upload follows. */
export const EventClosed = z.object({
  event_id: Id,
  camera_id: Id,
  clip: z
    .object({
      start_at: Timestamp,
      end_at: Timestamp,
      codec: z.string().max(32),
      width: z.number().int().min(1),
      height: z.number().int().min(1),
      bytes: z.number().int().min(1),
      sha256: Sha256,
    })
    .nullable(),
  error: z.string().max(1000).nullable().describe('Why there is no clip, or why it is shorter than asked'),
})

/** Request. Asked again for the same object, the answer lists the parts that are missing now. */
export const UploadBegin = z.object({
  event_id: Id,
  kind: z.enum(['clip', 'snapshot']),
  bytes: z.number().int().min(1),
  sha256: Sha256,
  content_type: z.enum(['video/mp4', 'image/jpeg']),
  codec: z.string().max(32).nullable(),
  width: z.number().int().min(1).nullable(),
  height: z.number().int().min(1).nullable(),
})

/** `value` of the result of `upload.begin`. */
export const UploadPlan = z.object({
  upload_id: Id,
  complete: z.boolean().describe('True if the object is stored and verified already'),
  part_size: z.number().int().min(1).describe('Bytes of each part but the last'),
  parts: z
    .array(
      z.object({
        number: z.number().int().min(1).describe('Part n holds the bytes from (n - 1) * part_size'),
        url: z.string().describe("PUT the raw bytes here. Absolute, or a path on the cloud's origin"),
      }),
    )
    .describe('The parts that are missing'),
})

/** Request. Verifies the hash of the whole; the errors are `parts_missing`, `hash_mismatch`, `not_found`. */
export const UploadComplete = z.object({ upload_id: Id })

/** Where a camera is, without its credentials. */
export const CameraAddress = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(CameraType.enum.rtsp),
    rtsp_url: z.string().max(2048).describe('Without credentials'),
    rtsp_sub_url: z.string().max(2048).nullable(),
  }),
  z.object({
    type: z.literal(CameraType.enum.onvif),
    host: z.string().max(253),
    port: z.number().int().min(1).max(65535),
  }),
])

/**
 * Request. A person at the site asks that a camera be added to this gateway, which has connected to it already. The
 * errors are `forbidden` outside the commissioning window, `invalid`, `unavailable`.
 */
export const CameraPropose = z.object({
  name: Name,
  connection: CameraAddress,
  credentials: Credentials.extend({
    username: z.string().max(256),
    password: z.string().max(512),
  }).nullable(),
  found: ProbedCamera.describe('What the gateway saw there'),
})

/** `value` of the result of `camera.propose`. */
export const CameraProposed = z.object({
  camera_id: Id,
  name: z.string().max(100),
  created: z
    .boolean()
    .describe('False if this gateway had a camera at that address already: nothing changed'),
})

/** What a device found elsewhere says of itself, and which part of it is what was known of the camera. */
export const MoveProof = z.object({
  kind: z
    .enum(['mac', 'serial', 'endpoint'])
    .describe('What is equal; an endpoint counts with the model only'),
  mac: z.string().max(32).nullable(),
  serial: z.string().max(128).nullable(),
  endpoint: z.string().max(256).nullable(),
  model: z.string().max(200).nullable(),
})

/**
 * Request. A camera answers at another address than the one that the cloud gave, and is received there already. The
 * errors are `camera_unknown`, `conflict`.
 */
export const CameraMoved = z.object({
  camera_id: Id,
  from_host: z.string().max(253).describe('The address that the cloud gave'),
  host: z.union([z.ipv4(), z.ipv6()]).describe('Where it answers now'),
  port: z.number().int().min(1).max(65535).optional().describe('Of its ONVIF service; as before if left out'),
  proof: MoveProof,
})

/**
 * Request. A person at the site gives up the pairing: the key is void, the gateway stays, without a machine. The
 * answer is the last frame of the session.
 */
export const GatewayUnpair = z.object({
  events_left: z.number().int().min(0).describe('Frames that stay in the outbox, never acknowledged'),
  uploads_left: z.number().int().min(0).describe('Files that stay on site'),
})

/** Every frame that a gateway sends, by type. */
export const toCloud = {
  hello: Hello,
  heartbeat: Heartbeat,
  telemetry: Telemetry,
  'camera.status': CameraStatusReport,
  'event.opened': EventOpened,
  'event.extended': EventExtended,
  'event.closed': EventClosed,
  'upload.begin': UploadBegin,
  'upload.complete': UploadComplete,
  'camera.propose': CameraPropose,
  'gateway.unpair': GatewayUnpair,
  'camera.moved': CameraMoved,
  result: Result,
} as const

/** Types that carry a `seq` and are kept by the gateway until acknowledged. */
export const durableTypes = ['event.opened', 'event.extended', 'event.closed'] as const

/** Frames that ask the cloud for something and await exactly one result. */
export const requestTypes = [
  'upload.begin',
  'upload.complete',
  'camera.propose',
  'gateway.unpair',
  'camera.moved',
] as const

/** What the `value` of each request's result holds. */
export const requestOutcomes = {
  'upload.begin': UploadPlan,
  'upload.complete': z.object({}),
  'camera.propose': CameraProposed,
  'gateway.unpair': z.object({}),
  'camera.moved': z.object({}),
} as const

export type RequestType = (typeof requestTypes)[number]
export type ToCloudType = keyof typeof toCloud
export type DurableType = (typeof durableTypes)[number]
export type ToCloudBody<T extends ToCloudType> = z.infer<(typeof toCloud)[T]>
export type Hello = z.infer<typeof Hello>
export type RelayHello = z.infer<typeof RelayHello>
export type Heartbeat = z.infer<typeof Heartbeat>
export type Telemetry = z.infer<typeof Telemetry>
export type EventOpened = z.infer<typeof EventOpened>
export type EventExtended = z.infer<typeof EventExtended>
export type EventClosed = z.infer<typeof EventClosed>
export type UploadBegin = z.infer<typeof UploadBegin>
export type UploadPlan = z.infer<typeof UploadPlan>
export type UploadComplete = z.infer<typeof UploadComplete>
export type CameraAddress = z.infer<typeof CameraAddress>
export type CameraPropose = z.infer<typeof CameraPropose>
export type CameraProposed = z.infer<typeof CameraProposed>
export type MoveProof = z.infer<typeof MoveProof>
export type CameraMoved = z.infer<typeof CameraMoved>
export type GatewayUnpair = z.infer<typeof GatewayUnpair>
