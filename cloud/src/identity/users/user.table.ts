import type { Role } from '@sightline/protocol'
import type { Selectable } from 'kysely'
import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    users: UserTable
    user_sites: UserSiteTable
  }

  interface LookupTables {
    user_email_lookup: UserEmailLookupTable
  }
}

export type UserRow = Selectable<UserTable>

export interface UserTable {
  org_id: string
  id: string
  email: string
  display_name: string
  role: Role
  enabled: Defaulted<boolean>
  /** argon2id; null until an invitation is accepted. */
  password_hash: Nullable<string>
  preferences: JsonDefaulted<Record<string, unknown>>
  created_at: InstantDefaultNow
  last_used_at: InstantOrNull
}

/** The sites of a viewer. No row means no site. */
interface UserSiteTable {
  org_id: string
  user_id: string
  site_id: string
}

/** Lookup without organisation: which accounts an address has. */
interface UserEmailLookupTable {
  email: string
  org_id: string
  user_id: string
}
