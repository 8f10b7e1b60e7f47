import type { Role } from '@sightline/protocol'
import type { Defaulted, InstantDefaultNow, InstantOrNull } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    service_accounts: ServiceAccountTable
    service_account_keys: ServiceAccountKeyTable
    service_account_sites: ServiceAccountSiteTable
  }
}

export interface ServiceAccountTable {
  org_id: string
  id: string
  name: string
  role: Role
  created_at: InstantDefaultNow
  last_used_at: InstantOrNull
  disabled_at: InstantOrNull
  /** The token bucket of the account: tokens left at `bucket_at`. */
  bucket_tokens: Defaulted<number>
  bucket_at: InstantDefaultNow
}

interface ServiceAccountKeyTable {
  org_id: string
  id: string
  service_account_id: string
  prefix: string
  /** SHA-256 of the whole key. */
  sha256: Buffer
  created_at: InstantDefaultNow
  revoked_at: InstantOrNull
}

/** The sites of a service account with the role viewer. */
interface ServiceAccountSiteTable {
  org_id: string
  service_account_id: string
  site_id: string
}
