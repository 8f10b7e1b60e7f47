import type { SealingKey } from '@sightline/protocol'
import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  Json,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    camera_leases: CameraLeaseTable
  }

  interface LookupTables {
    relays: RelayTable
  }

  interface WorkerTables {
    camera_leases: CameraLeaseTable
    relays: RelayTable
  }
}

/** A relay and its newest session. Relays are the operator's: the row belongs to no organisation. */
export interface RelayTable {
  /** Made by the relay, once for each of its data folders. */
  relay_id: string
  /** Grows with each session; the newest is the live one. */
  epoch: Defaulted<number>
  /** The node that holds the socket. */
  node_id: string
  boot_id: string
  version: Defaulted<string>
  /** What its program can do, by its own word. */
  capabilities: Defaulted<string[]>
  /** To which the credentials of its cameras are sealed. */
  public_key: Json<SealingKey>
  /** Cameras that it serves at most. */
  capacity: number
  connected_at: InstantDefaultNow
  seen_at: InstantDefaultNow
  closed_at: InstantOrNull
}

/**
 * Who serves a camera in direct mode. `relay_id` and `epoch` stay when the lease ends, until another relay takes
 * the camera over; live is a lease whose `lease_until` is in the future.
 */
interface CameraLeaseTable {
  org_id: string
  camera_id: string
  relay_id: Nullable<string>
  epoch: Defaulted<number>
  lease_until: InstantOrNull
  created_at: InstantDefaultNow
}
