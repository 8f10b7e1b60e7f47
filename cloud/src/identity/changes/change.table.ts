import type { NoticeChange, NoticeKind } from '@sightline/protocol'
import type { Defaulted, InstantDefaultNow, Nullable } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    changes: ChangeTable
    access_changes: AccessChangeTable
  }

  interface WorkerTables {
    changes: Pick<ChangeTable, 'org_id' | 'xid'>
    access_changes: Pick<AccessChangeTable, 'org_id' | 'xid' | 'principal_kind' | 'principal_id'>
  }
}

/** A change of a resource. Written by triggers alone, in the transaction of the change. */
export interface ChangeTable {
  org_id: string
  /** Of the transaction, as decimal text: it counts on through wraparound. */
  xid: Defaulted<string>
  seq: Defaulted<number>
  kind: NoticeKind
  change: NoticeChange
  /** Of a clip or an analysis: its event's. */
  id: string
  /** By which it is decided who is told. */
  site_id: string
  camera_id: Nullable<string>
  /** Of what left `site_id`: where it is now. */
  moved_to: Nullable<string>
  at: InstantDefaultNow
}

/** A change of what a person or a key may do or see. */
export interface AccessChangeTable {
  org_id: string
  xid: Defaulted<string>
  seq: Defaulted<number>
  principal_kind: 'user' | 'service_account'
  principal_id: string
  /** `sites`: written by triggers. `standing`: a session or a key ended, or something else that nodes remember changed. */
  what: 'standing' | 'sites'
  /** Null: all sites, by a role. */
  site_id: Nullable<string>
  gained: Nullable<boolean>
  at: InstantDefaultNow
}
