import type {
  CameraLease,
  DiscoveredDevice,
  GatewayLosses,
  GatewayStatus,
  GatewayStorage,
  RecordingState,
  SealingKey,
  UploadObstacle,
} from '@sightline/protocol'
import type { ColumnType } from 'kysely'
import type { ActorKind } from '../../platform/caller.js'
import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  Json,
  JsonDefaulted,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    gateways: GatewayTable
    pairing_codes: PairingCodeTable
    gateway_keys: GatewayKeyTable
    gateway_sessions: GatewaySessionTable
    gateway_telemetry: GatewayTelemetryTable
    gateway_history: GatewayHistoryTable
    gateway_outages: GatewayOutageTable
    gateway_discoveries: GatewayDiscoveryTable
    gateway_commands: GatewayCommandTable
  }

  interface LookupTables {
    pairing_code_lookup: PairingCodeLookupTable
  }

  interface WorkerTables {
    gateway_sessions: Pick<
      GatewaySessionTable,
      'org_id' | 'gateway_id' | 'epoch' | 'node_id' | 'seen_at' | 'closed_at'
    >
    gateway_commands: Pick<
      GatewayCommandTable,
      'org_id' | 'id' | 'gateway_id' | 'node_id' | 'status' | 'deadline' | 'created_at'
    >
    presence_watch: PresenceWatchTable
    /** What they say of their clocks. */
    gateways: Pick<GatewayTable, 'clock_offset_ms' | 'clock_synced' | 'last_heartbeat_at' | 'deleted_at'>
  }
}

export interface GatewayTable {
  org_id: string
  id: string
  site_id: string
  name: Defaulted<string>
  status: Defaulted<GatewayStatus>
  version: Nullable<string>
  local_ip: Nullable<string>
  last_heartbeat_at: InstantOrNull
  /** JWK of the X25519 key to which camera credentials are sealed; null for a gateway that sent none. */
  public_key: JsonDefaulted<SealingKey | null>
  capabilities: Defaulted<string[]>
  /** The cloud's clock minus the gateway's, in milliseconds. */
  clock_offset_ms: Nullable<number>
  clock_synced: Nullable<boolean>
  /** How long it was away when it came back last, of several times within a day the longest; null: it never was. */
  away_sec: Nullable<number>
  back_at: InstantOrNull
  /** Grows with each change of what the gateway is to do. */
  config_revision: Defaulted<number>
  paired_at: InstantOrNull
  commissioning_until: InstantOrNull
  /** Until then operators may look for cameras, too, as an admin said; the day after pairing counts besides. */
  scans_until: InstantOrNull
  commissioned_by_kind: Nullable<ActorKind>
  commissioned_by_id: Nullable<string>
  commissioned_by_name: Nullable<string>
  diagnostics: JsonDefaulted<Record<string, unknown>>
  /** The disk of its recordings and what was given up, as it said last; null for one that does not say. */
  storage: JsonDefaulted<GatewayStorage | null>
  losses: JsonDefaulted<GatewayLosses | null>
  created_at: InstantDefaultNow
  deleted_at: InstantOrNull
}

export interface PairingCodeTable {
  org_id: string
  id: string
  gateway_id: string
  /** HMAC-SHA256 of the normalised code under the code key. */
  code_hash: Buffer
  created_at: InstantDefaultNow
  expires_at: Instant
  redeemed_at: InstantOrNull
  attempt_id: Nullable<string>
  created_by_kind: ActorKind
  created_by_id: Nullable<string>
  created_by_name: string
}

/** Lookup without organisation. */
interface PairingCodeLookupTable {
  code_hash: Buffer
  org_id: string
  pairing_code_id: string
}

export interface GatewayKeyTable {
  org_id: string
  id: string
  gateway_id: string
  prefix: string
  /** SHA-256 of the whole key. */
  sha256: Buffer
  created_at: InstantDefaultNow
  revoked_at: InstantOrNull
}

/** Which node holds a gateway's socket. One row a gateway; the newest epoch is the live session. */
interface GatewaySessionTable {
  org_id: string
  gateway_id: string
  epoch: Defaulted<number>
  node_id: Nullable<string>
  boot_id: Nullable<string>
  connected_at: InstantOrNull
  seen_at: InstantOrNull
  closed_at: InstantOrNull
  /** Highest durable sequence number committed. */
  acked_seq: Defaulted<number>
  recent_boots: JsonDefaulted<{ boot_id: string; at: string }[]>
}

/** The newest report. */
export interface GatewayTelemetryTable {
  org_id: string
  gateway_id: string
  cpu_percent: Nullable<number>
  memory_mb: Nullable<number>
  disk_free_mb: Nullable<number>
  upstream_mbps: Nullable<number>
  downstream_mbps: Nullable<number>
  camera_recording_status: JsonDefaulted<Record<string, RecordingState>>
  reported_at: Instant
  /** These are null of a gateway that does not say. */
  cpu_count: Nullable<number>
  waiting_clips: Nullable<number>
  waiting_mb: Nullable<number>
  waiting_oldest_at: InstantOrNull
  recorded_mb: Nullable<number>
  recorded_sec: Nullable<number>
  upload_obstacle: ColumnType<UploadObstacle | null, string | null | undefined, string | null>
}

/** The most of five minutes within the last two days. */
export interface GatewayHistoryTable {
  org_id: string
  gateway_id: string
  /** Which five minutes of two days; the row of two days before has it until then. */
  place: number
  at: Instant
  cpu_percent: Nullable<number>
  waiting_clips: Nullable<number>
  waiting_mb: Nullable<number>
  upstream_mbps: Nullable<number>
}

/** A time in which a gateway was off line, once it is over; PostgreSQL keeps it. */
interface GatewayOutageTable {
  org_id: string
  gateway_id: string
  start_at: Instant
  end_at: Instant
}

/** The newest scan of a gateway's network. */
export interface GatewayDiscoveryTable {
  org_id: string
  gateway_id: string
  started_at: Instant
  finished_at: InstantOrNull
  error: Nullable<string>
  devices: JsonDefaulted<DiscoveredDevice[]>
  /** As told while the scan is under way. */
  seen: JsonDefaulted<DiscoveredDevice[]>
}

/** A command on its way to the node that holds the socket of its gateway, or of the relay. */
interface GatewayCommandTable {
  org_id: string
  id: string
  /** Null for a relay. */
  gateway_id: Nullable<string>
  relay_id: Nullable<string>
  /** Of a relay: the lease under which the command is sent; null for a probe. */
  lease: ColumnType<CameraLease | null, string | null | undefined, string | null>
  node_id: string
  type: string
  body: Json<unknown>
  status: Defaulted<'pending' | 'sent' | 'done' | 'expired'>
  deadline: Instant
  result: JsonDefaulted<unknown>
  created_at: InstantDefaultNow
  finished_at: InstantOrNull
}

/** The node that watches for silence: one row for the service. */
interface PresenceWatchTable {
  node_id: Nullable<string>
  beat_at: InstantOrNull
  /** Since when PostgreSQL has taken writes, without a gap. */
  steady_since: InstantOrNull
}
