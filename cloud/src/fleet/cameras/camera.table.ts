import type {
  Camera,
  CameraFault,
  CameraState,
  CameraStatus,
  CameraStatusReport,
  CameraType,
  MotionZone,
  StreamRole,
} from '@sightline/protocol'
import type { z } from 'zod'
import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    cameras: CameraTable
    camera_streams: CameraStreamTable
    camera_placements: CameraPlacementTable
    camera_outages: CameraOutageTable
    probe_turns: ProbeTurnTable
  }

  interface WorkerTables {
    /** In direct mode only. */
    cameras: Pick<
      CameraTable,
      'org_id' | 'id' | 'connection_mode' | 'enabled' | 'deleted_at' | 'config_revision' | 'observed_status'
    >
  }
}

export interface CameraTable {
  org_id: string
  id: string
  site_id: string
  gateway_id: Nullable<string>
  name: string
  connection_mode: Defaulted<Camera['connection_mode']>
  type: CameraType
  /** What is shown: the observed state, or what an operator set until the observed state next changes. */
  status: Defaulted<CameraStatus>
  /** The newest state that the gateway or relay reported. */
  observed_status: Defaulted<z.infer<typeof CameraState>>
  status_cause: Nullable<CameraFault>
  status_message: Nullable<string>
  status_changed_at: InstantDefaultNow
  enabled: Defaulted<boolean>
  host: Nullable<string>
  port: Defaulted<number>
  /** Of an ONVIF device with several: the token of the video source. Null: the one with the largest picture. */
  onvif_channel: Nullable<string>
  /** Sealed by `platform/secrets/secret-box.ts`; the opened text is JSON. */
  credentials: Nullable<Buffer>
  credentials_key_id: Nullable<string>
  /** By what the device is known again at another address: serial, mac, endpoint. */
  identity: JsonDefaulted<{ serial?: string; mac?: string; endpoint?: string }>
  stream_transport: Defaulted<Camera['stream_transport']>
  stream_mode: Defaulted<Camera['stream_mode']>
  active_tier: Defaulted<StreamRole>
  recording_duration_sec: Defaulted<number>
  pre_event_buffer_sec: Defaulted<number>
  post_event_buffer_sec: Defaulted<number>
  ai_analysis_mode: Defaulted<Camera['ai_analysis_mode']>
  ai_pass_mode: Defaulted<Camera['ai_pass_mode']>
  prompt_pack_id: Nullable<string>
  ai_provider_override: Nullable<string>
  ai_model_override: Nullable<string>
  motion_sensitivity: Defaulted<Camera['motion_sensitivity']>
  detection_stream: Defaulted<StreamRole>
  recording_stream: Defaulted<StreamRole>
  motion_zones_json: JsonDefaulted<MotionZone[]>
  diagnostics: JsonDefaulted<ObservedFacts>
  /** When the newest report came. */
  reported_at: InstantOrNull
  /** Revision of the gateway's configuration in which this camera last changed. */
  config_revision: Defaulted<number>
  last_trigger_at: InstantOrNull
  created_at: InstantDefaultNow
  deleted_at: InstantOrNull
}

/** An outage that is over. The database writes it when the camera's status changes. */
export interface CameraOutageTable {
  org_id: string
  camera_id: string
  /** Where the camera stood then. */
  site_id: string
  start_at: Date
  end_at: Date
}

/** Of the newest report of a camera, what no column of its own has. Empty before the first. */
export interface ObservedFacts {
  reconnects_last_hour?: number
  stalls_last_hour?: number | undefined
  breaks_last_hour?: number | undefined
  breaks_by_reason?: CameraStatusReport['breaks_by_reason']
  broken_frames_last_hour?: number | undefined
  pre_roll_shortened?: boolean | undefined
  /** What is recorded, and which of the streams that is. */
  stream?: (NonNullable<CameraStatusReport['stream']> & { role: StreamRole }) | null
  streams?: CameraStatusReport['streams']
  events?: CameraStatusReport['events']
  motion?: CameraStatusReport['motion']
  clock_skew_sec?: number | null | undefined
  warnings?: CameraStatusReport['warnings']
}

/** An address without userinfo, and what was last seen there. */
export interface CameraStreamTable {
  org_id: string
  camera_id: string
  role: StreamRole
  url: string
  codec: Nullable<string>
  width: Nullable<number>
  height: Nullable<number>
  fps: Nullable<number>
}

/** A camera that a gateway or a relay probes at the moment. */
interface ProbeTurnTable {
  org_id: string
  /** A gateway's id; the organisation's, where relays probe. */
  line: string
  place: number
  holder: string
  /** Those it connects to: each has one probe at a time. */
  addresses: Defaulted<readonly string[]>
  held_until: Date
}

/** A gateway (null: none, or direct mode) and a site that a camera had for a time. A trigger writes them. */
interface CameraPlacementTable {
  org_id: string
  camera_id: string
  from_at: Date
  /** null: it has them now. */
  until_at: Date | null
  gateway_id: string | null
  site_id: string
}
