import { z } from 'zod'
import { Id, Name, pageWhenAsked, since, Timestamp } from './common.js'
import { DiscoveryTargets } from './discovery-targets.js'

export const GatewayStatus = z.enum(['registered', 'online', 'offline', 'disabled'])

export const Gateway = z
  .object({
    id: Id,
    name: z.string(),
    site_id: Id,
    status: GatewayStatus,
    version: z.string().nullable(),
    local_ip: z.string().nullable(),
    last_heartbeat_at: Timestamp.nullable(),
    created_at: Timestamp,
    version_outdated: z
      .boolean()
      .nullable()
      .describe('A newer version of its program exists; null if its own is not known'),
    commissioning_until: Timestamp.nullable().describe(
      'Until then cameras may be added from the site; null or past: closed',
    ),
  })
  .meta({ id: 'Gateway' })

/** Body of `POST /api/v1/gateways/{id}/commissioning`. */
export const CommissioningRequest = z
  .object({
    hours: z
      .number()
      .min(0)
      .max(168)
      .optional()
      .describe(
        'How long from now cameras may be added from the site; 0 ends it. Left out it is 24, or as it was with `scan`',
      ),
    scan: z
      .boolean()
      .optional()
      .describe('Look for cameras on the network of the gateway; `GET` answers what is found')
      .meta(since('v1.4')),
    targets: DiscoveryTargets.optional()
      .describe('With `scan`: look at these addresses, host names and networks, and nowhere else')
      .meta(since('v1.4')),
  })
  .refine(({ targets, scan }) => targets === undefined || scan === true, {
    path: ['targets'],
    message: 'targets are those of a scan: send scan: true with them',
  })

export const GatewayList = pageWhenAsked(Gateway)

/** Body of `PATCH /api/v1/gateways/{id}`; only `disabled` and `offline` may be set (interface: Gateway status). */
export const GatewayPatch = z
  .object({ name: Name, site_id: Id, status: z.enum(['disabled', 'offline']) })
  .partial()

export const SealingKey = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('X25519'),
    x: z.string().regex(/^[A-Za-z0-9_-]{43}$/, '32 bytes in base64url without padding'),
  })
  .describe('X25519 public key (RFC 8037) to which camera credentials are sealed')
export type SealingKey = z.infer<typeof SealingKey>

/** What a camera's recorder is doing. */
export const RecordingState = z.enum(['idle', 'recording', 'finishing', 'uploading', 'error'])

/** What a gateway gave up since its data folder was made. */
export const GatewayLosses = z.object({
  snapshots: z.number().int().min(0),
  clips: z.number().int().min(0),
  events: z.number().int().min(0),
})

/** The disk of a gateway's recordings. */
export const GatewayStorage = z.object({
  level: z
    .enum(['ok', 'low', 'full'])
    .describe('low: what waits for the cloud will be given up soon; full: events are kept without clips'),
  free_mb: z.number().min(0),
  used_mb: z.number().min(0).describe('By recordings'),
  quota_mb: z
    .number()
    .min(0)
    .nullable()
    .describe('The most that recordings take; null for what the reserve leaves'),
  reserve_mb: z.number().min(0).describe('What recordings leave free'),
  size_mb: z.number().min(0).optional().describe('The whole disk; absent where it was not said'),
})

/** Recordings that wait on a gateway for their upload. */
export const GatewayBacklog = z.object({
  clips: z.number().int().min(0),
  mb: z.number().min(0).describe('Of clips and pictures'),
  oldest_at: Timestamp.nullable().describe(
    "When the oldest of the clips ended, by the gateway's clock; null: none waits, or it was kept by an earlier version",
  ),
})

/** What on the way to the cloud keeps recordings from getting through as they are. */
export const UploadObstacle = z.object({
  status: z.number().int().min(100).max(999).describe('What it answers in place of the cloud'),
  server: z
    .string()
    .regex(/^[\w./ -]{1,40}$/)
    .nullable()
    .describe('What it says it is'),
  part_bytes: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe('The most that gets through at once, in which recordings are sent; null: nothing gets through'),
})

/** How much a gateway recorded lately. */
export const GatewayPace = z.object({
  mb: z.number().min(0).describe('Of clips and pictures'),
  sec: z.number().min(0).describe('In so long: since its program started, a day at most'),
})

/**
 * What is not as it should be with a gateway. The first six need somebody; the others could be better.
 * - `falls_behind`: its clips wait longer than a quarter of an hour.
 * - `clock_wrong`: off by 5 s or more; `clock_not_held`: right, but no time service says so.
 */
export const GatewayTrouble = z.enum([
  'offline',
  'duplicate_identity',
  'disk_full',
  'disk_low',
  'falls_behind',
  'clock_wrong',
  'clock_not_held',
  'busy',
  'outdated',
])

/** What a gateway last measured of its machine, and what follows from it. */
export const GatewayFigures = z.object({
  gateway_id: Id,
  cpu_percent: z.number().nullable(),
  cpu_count: z.number().int().nullable().meta(since('v1.4')),
  memory_mb: z.number().nullable(),
  last_heartbeat_at: Timestamp.nullable(),
  reported_at: Timestamp.nullable().describe('When these figures came; null: never').meta(since('v1.4')),
  storage: GatewayStorage.nullable().describe('Null before the gateway said so'),
  losses: GatewayLosses.nullable().describe('What was given up for want of space, or refused for good'),
  network_throughput: z.object({
    upstream_mbps: z.number().nullable(),
    downstream_mbps: z.number().nullable(),
  }),
  clock: z
    .object({
      synced: z.boolean().nullable().describe('Whether a time service holds it; null if not known'),
      offset_ms: z.number().nullable().describe("The cloud's clock minus the gateway's"),
    })
    .meta(since('v1.4')),
  waiting: GatewayBacklog.nullable().describe('Null where it was not reported').meta(since('v1.4')),
  upload_sec: z
    .number()
    .nullable()
    .describe('How long what waits will take at the pace of the line now; null where nothing moves')
    .meta(since('v1.4')),
  upload_obstacle: UploadObstacle.nullable()
    .describe('Null where its recordings get through, and where it was not reported')
    .meta(since('v1.4')),
  room_sec: z
    .number()
    .nullable()
    .describe(
      'How long the disk holds what is recorded if nothing is uploaded; null before there is an hour to tell by',
    )
    .meta(since('v1.4')),
  troubles: z.array(GatewayTrouble).describe('The gravest first').meta(since('v1.4')),
})

const { gateway_id, cpu_percent, cpu_count, memory_mb, last_heartbeat_at, ...laterFigures } =
  GatewayFigures.shape

/** In the order in which the fields were published. */
export const GatewayTelemetry = z
  .object({
    gateway_id,
    cpu_percent,
    cpu_count,
    memory_mb,
    last_heartbeat_at,
    camera_recording_status: z.record(Id, z.string()),
    ...laterFigures,
    camera_stream_breaks: z
      .record(Id, z.number().int())
      .describe('Times within the last hour that the pictures of a camera began anew, where it was reported'),
    camera_stream_breaks_by_reason: z
      .record(Id, z.record(z.string(), z.number().int()))
      .describe('The same by why, as `breaks_by_reason` of the diagnostics; where it was reported')
      .meta(since('v1.4')),
  })
  .meta({ id: 'GatewayTelemetry' })

/** One of the pictures of a recorder, or of a camera with several lenses. */
export const DeviceChannel = z
  .object({
    token: z.string().max(128).describe('Of its video source, as the device names it'),
    name: z.string().max(200),
  })
  .meta({ id: 'DeviceChannel' })

/** A device that a scan of the gateway's network found. */
export const DiscoveredDevice = z
  .object({
    id: z.string().max(256).describe('Stable for this device on this network'),
    name: z.string().max(200),
    manufacturer: z.string().max(200).nullable(),
    model: z.string().max(200).nullable(),
    address: z.string().max(64),
    port: z.number().int().min(1).max(65535),
    xaddrs: z.array(z.string().max(2048)).max(16).describe('ONVIF device service addresses'),
    rtsp_urls: z.array(z.string().max(2048)).max(16).describe('Announced by mDNS, without credentials'),
    sources: z
      .array(z.enum(['ws-discovery', 'mdns', 'scan']))
      .describe('How it was found; `scan`: by asking its address'),
    endpoint: z.string().max(256).nullable().describe('WS-Discovery endpoint reference'),
    mac: z.string().max(32).nullable(),
    serial: z.string().max(128).nullable(),
    state: z.enum(['new', 'already_added', 'needs_credentials']),
    channels: z
      .array(DeviceChannel)
      .max(128)
      .optional()
      .describe('Of a device that has several, and tells so without an account or to this gateway'),
  })
  .meta({ id: 'DiscoveredDevice' })

/** `POST /api/v1/gateways/{gateway_id}/discovery` answers at once; the cache fills as the scan ends. */
export const DiscoveryStarted = z.object({ message: z.string(), started_at: Timestamp })

/** `GET /api/v1/gateways/{gateway_id}/discovery/cameras` */
export const DiscoveryCache = z.object({
  data: z.array(DiscoveredDevice),
  scanned_at: Timestamp.nullable().describe(
    'When the newest scan ended; null before, and while one is under way',
  ),
  scanning: z.boolean().describe('A scan is under way'),
  error: z
    .string()
    .nullable()
    .describe('Why the newest scan failed; `data` then still holds what the one before it found'),
})

/** `GET /api/v1/gateways/{id}/commissioning` */
export const Commissioning = DiscoveryCache.extend({
  data: z
    .array(DiscoveredDevice)
    .describe(
      'What the newest scan found; while one is under way also what it has seen so far. Empty for whom `may_scan` is false',
    ),
  commissioning_until: Timestamp.nullable().describe('As of the gateway'),
  may_scan: z
    .boolean()
    .describe(
      'Whether the caller may look for cameras: an admin, or an operator within 24 hours of pairing and while an admin has opened the window again',
    ),
}).meta({ id: 'Commissioning' })

export type Commissioning = z.infer<typeof Commissioning>
export type CommissioningRequest = z.infer<typeof CommissioningRequest>
export type Gateway = z.infer<typeof Gateway>
export type GatewayPatch = z.infer<typeof GatewayPatch>
export type GatewayStatus = z.infer<typeof GatewayStatus>
export type GatewayLosses = z.infer<typeof GatewayLosses>
export type GatewayStorage = z.infer<typeof GatewayStorage>
export type GatewayBacklog = z.infer<typeof GatewayBacklog>
export type GatewayPace = z.infer<typeof GatewayPace>
export type UploadObstacle = z.infer<typeof UploadObstacle>
export type GatewayTrouble = z.infer<typeof GatewayTrouble>
export type GatewayFigures = z.infer<typeof GatewayFigures>
export type GatewayTelemetry = z.infer<typeof GatewayTelemetry>
export type DeviceChannel = z.infer<typeof DeviceChannel>
export type DiscoveredDevice = z.infer<typeof DiscoveredDevice>
export type RecordingState = z.infer<typeof RecordingState>
