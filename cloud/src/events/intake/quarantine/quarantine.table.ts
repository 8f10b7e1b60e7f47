import type { DurableType } from '@sightline/protocol'
import type { Defaulted, Instant, InstantDefaultNow, Nullable } from '../../../platform/database/columns.js'

declare module '../../../platform/database/tables.js' {
  interface TenantTables {
    quarantined_frames: QuarantinedFrameTable
  }

  interface WorkerTables {
    quarantined_frames: Pick<QuarantinedFrameTable, 'org_id' | 'reason' | 'created_at'>
  }
}

/** A frame of a gateway that was confirmed and cannot be taken yet. */
export interface QuarantinedFrameTable {
  org_id: string
  /** Time-ordered. */
  id: string
  /** Null: of a relay. */
  gateway_id: Nullable<string>
  camera_id: string
  event_id: string
  type: DurableType
  /** JSON, as it came. */
  body: string
  /** SHA-256 of sender, type and body: a frame that is sent again is here once. */
  digest: Buffer
  /** For operators; holds no value of the frame. */
  reason: string
  /** How often it was tried from here. */
  tries: Defaulted<number>
  received_at: Instant
  created_at: InstantDefaultNow
}
