import type { ActorKind } from '../../platform/caller.js'
import type { InstantDefaultNow, JsonDefaulted, Nullable } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    audit_log: AuditLogTable
  }
}

/** Insert-only: the application's role may neither update nor delete. */
export interface AuditLogTable {
  org_id: string
  id: string
  at: InstantDefaultNow
  actor_kind: ActorKind
  actor_id: Nullable<string>
  actor_name: string
  action: string
  target_kind: Nullable<string>
  target_id: Nullable<string>
  address: Nullable<string>
  user_agent: Nullable<string>
  data: JsonDefaulted<Record<string, unknown>>
}
