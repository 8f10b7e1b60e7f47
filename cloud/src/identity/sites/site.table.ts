import type { Defaulted, InstantDefaultNow, Nullable } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    sites: SiteTable
  }
}

export interface SiteTable {
  org_id: string
  id: string
  name: string
  timezone: Defaulted<string>
  address: Nullable<string>
  created_at: InstantDefaultNow
}
