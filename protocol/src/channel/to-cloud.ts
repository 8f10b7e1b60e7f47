import { z } from 'zod'
import { Id, Sha256, Timestamp } from '../resources/common.js'
import { EventCategory } from '../resources/event.js'
import {
  DiscoveredDevice,
  GatewayBacklog,
  GatewayLosses,
  GatewayPace,
  GatewayStorage,
  RecordingState,
  SealingKey,
  UploadObstacle,
} from '../resources/gateway.js'
import { CameraStatusReport } from './camera-report.js'
import { Result } from './envelope.js'
import { CameraMoved, CameraPropose, GatewayUnpair, UploadBegin, UploadComplete } from './requests.js'

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
  cpu_count: z.number().int().min(1).optional().describe('Cores that cpu_percent is of'),
  waiting: GatewayBacklog.optional(),
  recorded: GatewayPace.optional(),
  upload_obstacle: UploadObstacle.optional(),
})

/** Devices that the scan under way has just seen, before they were asked who they are. */
export const DiscoveryFound = z.object({ devices: z.array(DiscoveredDevice).min(1).max(16) })

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
  note: z
    .string()
    .max(1000)
    .nullable()
    .optional()
    .describe('What of the clip is damaged or missing; `error` says it as well'),
})

/** Every frame that a gateway sends, by type. */
export const toCloud = {
  hello: Hello,
  heartbeat: Heartbeat,
  telemetry: Telemetry,
  'camera.status': CameraStatusReport,
  'discovery.found': DiscoveryFound,
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

export type ToCloudType = keyof typeof toCloud
export type DurableType = (typeof durableTypes)[number]
export type ToCloudBody<T extends ToCloudType> = z.infer<(typeof toCloud)[T]>
export type Hello = z.infer<typeof Hello>
export type RelayHello = z.infer<typeof RelayHello>
export type Heartbeat = z.infer<typeof Heartbeat>
export type Telemetry = z.infer<typeof Telemetry>
export type DiscoveryFound = z.infer<typeof DiscoveryFound>
export type EventOpened = z.infer<typeof EventOpened>
export type EventExtended = z.infer<typeof EventExtended>
export type EventClosed = z.infer<typeof EventClosed>
