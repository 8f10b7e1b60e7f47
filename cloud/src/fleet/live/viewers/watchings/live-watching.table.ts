import type { ActorKind } from '../../../../platform/caller.js'
import type {
  Defaulted,
  InstantDefaultNow,
  JsonDefaulted,
  Nullable,
} from '../../../../platform/database/columns.js'
import type { Principal } from '../viewer.js'

declare module '../../../../platform/database/tables.js' {
  interface TenantTables {
    live_watchings: LiveWatchingTable
  }

  interface WorkerTables {
    live_watchings: Pick<LiveWatchingTable, 'org_id' | 'camera_id' | 'node_id' | 'open' | 'changed_at'>
  }
}

/** Somebody who watches a camera on a node, or did so less than a minute ago. */
export interface LiveWatchingTable {
  org_id: string
  principal_kind: Principal['kind']
  principal_id: string
  camera_id: string
  node_id: string
  /** Subscriptions that go on; 0: the last ended at `changed_at`. */
  open: number
  began_at: InstantDefaultNow
  changed_at: InstantDefaultNow
  /** Of the subscriptions that have ended, milliseconds. */
  watched_ms: Defaulted<number>
  /** For the audit of the end, which nobody's request causes. */
  actor_kind: ActorKind
  actor_id: Nullable<string>
  actor_name: string
  address: Nullable<string>
  user_agent: Nullable<string>
  data: JsonDefaulted<Record<string, unknown>>
}
