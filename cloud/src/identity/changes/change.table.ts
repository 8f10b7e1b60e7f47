import type { NoticeChange, NoticeKind, Role } from '@sightline/protocol'
import type { Defaulted, InstantDefaultNow, Nullable } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    changes: ChangeTable
    restricted_changes: RestrictedChangeTable
    access_changes: AccessChangeTable
    change_cuts: ChangeCutTable
  }

  interface WorkerTables {
    changes: Pick<ChangeTable, 'org_id' | 'xid'>
    restricted_changes: Pick<RestrictedChangeTable, 'org_id' | 'xid'>
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

/** A change of what only some at a site may see, or one person. Written by triggers alone, in the transaction of the change. */
export interface RestrictedChangeTable {
  org_id: string
  xid: Defaulted<string>
  seq: Defaulted<number>
  kind: NoticeKind
  change: NoticeChange
  /** Of a pairing or a discovery: its gateway's. */
  id: string
  /** Null: of no site. */
  site_id: Nullable<string>
  /** Null: for every role. */
  at_least: Nullable<Role>
  /** Null: for everybody who may. */
  user_id: Nullable<string>
  at: InstantDefaultNow
}

/** How far the changes of an organisation were removed. Written by triggers alone. */
export interface ChangeCutTable {
  org_id: string
  /** The latest transaction of which a change was removed, as decimal text. */
  xid: string
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
