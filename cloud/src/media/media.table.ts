import type { Defaulted, InstantDefaultNow, InstantOrNull, Nullable } from '../platform/database/columns.js'

export interface MediaTable {
  org_id: string
  id: string
  /** Null for a picture that belongs to no event. */
  event_id: Nullable<string>
  camera_id: string
  /** The camera's site when the medium was made. */
  site_id: string
  /** `frame`: a picture out of the clip that an analysis looked at. */
  kind: 'clip' | 'snapshot' | 'frame'
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
  /** The run of the analysis that looked at a frame; null for all else. No foreign key: runs and frames go by themselves. */
  run_id: Nullable<string>
  /** What a frame shows the moment of. */
  taken_at: InstantOrNull
  created_at: InstantDefaultNow
  ready_at: InstantOrNull
  deleted_at: InstantOrNull
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

export interface UploadPartTable {
  org_id: string
  upload_id: string
  number: number
  bytes: number
  etag: Defaulted<string>
  received_at: InstantDefaultNow
}
