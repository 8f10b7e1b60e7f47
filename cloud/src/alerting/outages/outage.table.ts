import type { InstantOrNull, Leased, WorkColumns } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    outage_watch: OutageWatchTable
  }

  interface WorkerTables {
    outage_watch: Leased<OutageWatchTable>
  }
}

/**
 * A work row for each camera and gateway that has been on line. Triggers write it with every change of their status
 * (migration 0010); pending means that it is to be checked.
 */
export interface OutageWatchTable extends WorkColumns<'pending' | 'settled'> {
  org_id: string
  /** The camera's or the gateway's. */
  id: string
  kind: 'camera' | 'gateway'
  /** When it last came on line. */
  up_since: InstantOrNull
  /** Null while it is on line, disabled or deleted. */
  down_since: InstantOrNull
}
