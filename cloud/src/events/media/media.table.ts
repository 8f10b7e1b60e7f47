import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    media: MediaTable
    stored_bytes: StoredBytesTable
    uploads: UploadTable
    upload_parts: UploadPartTable
  }
}

export interface MediaTable {
  org_id: string
  id: string
  /** Null for a picture that belongs to no event. */
  event_id: Nullable<string>
  camera_id: string
  /** The camera's site when the medium was made. */
  site_id: string
  /** `frame`: a picture out of the clip that an analysis used. `preview`: small ones in one image, made when asked for. */
  kind: 'clip' | 'snapshot' | 'frame' | 'preview'
  state: Defaulted<'pending' | 'ready' | 'deleted'>
  /** Where the blob store keeps it; made of server ids only. */
  key: string
  content_type: string
  bytes: number
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  codec: Nullable<string>
  width: Nullable<number>
  height: Nullable<number>
  /** The run of the analysis that used a frame; null for all else. No foreign key: runs and frames go by themselves. */
  run_id: Nullable<string>
  /** What a frame shows the moment of. */
  taken_at: InstantOrNull
  /** Where in the clip each picture of a preview is, milliseconds, rising; null for all else. */
  offsets_ms: Nullable<number[]>
  created_at: InstantDefaultNow
  ready_at: InstantOrNull
  deleted_at: InstantOrNull
}

/** What the media of an organisation take: kept by triggers on `media`. */
interface StoredBytesTable {
  org_id: string
  bytes: Defaulted<number>
}

/** An upload in parts. Part n holds the bytes from (n - 1) * part_size. */
export interface UploadTable {
  org_id: string
  id: string
  media_id: string
  gateway_id: Nullable<string>
  part_size: number
  part_count: number
  /** The id that a multipart store gave, where it has one. */
  adapter_upload_id: Nullable<string>
  state: Defaulted<'open' | 'complete' | 'abandoned'>
  created_at: InstantDefaultNow
  completed_at: InstantOrNull
}

interface UploadPartTable {
  org_id: string
  upload_id: string
  number: number
  bytes: number
  etag: Defaulted<string>
  received_at: InstantDefaultNow
}
