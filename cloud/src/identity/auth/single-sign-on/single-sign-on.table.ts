import type { Instant, InstantDefaultNow, Nullable } from '../../../platform/database/columns.js'

declare module '../../../platform/database/tables.js' {
  interface TenantTables {
    single_sign_on: SingleSignOnTable
    single_sign_on_groups: SignInGroupTable
    single_sign_on_group_sites: SignInGroupSiteTable
    single_sign_on_identities: SignInIdentityTable
    single_sign_on_attempts: SignInAttemptTable
  }
}

/** The issuer of an organisation; one row at most. */
export interface SingleSignOnTable {
  org_id: string
  id: string
  enabled: boolean
  name: string
  issuer: string
  client_id: string
  /** Sealed by the secret box, field `single_sign_on.client_secret`; null: a public client. */
  client_secret: Nullable<Buffer>
  client_secret_key_id: Nullable<string>
  scopes: string[]
  groups_claim: string
  create_users: boolean
  link_users: boolean
  updated_at: Instant
}

/** A group of the issuer that gives a role. */
export interface SignInGroupTable {
  org_id: string
  id: string
  /** As they were listed, from 0. */
  position: number
  name: string
  role: 'viewer' | 'operator' | 'admin'
}

/** The sites of viewers of a group. */
interface SignInGroupSiteTable {
  org_id: string
  group_id: string
  site_id: string
}

/** Whom an issuer means by a subject. */
export interface SignInIdentityTable {
  org_id: string
  id: string
  user_id: string
  issuer: string
  subject: string
  created_at: InstantDefaultNow
  last_used_at: Instant
}

/** A browser that was sent to the issuer and has not come back. */
export interface SignInAttemptTable {
  org_id: string
  id: string
  /** SHA-256. The rest of what the attempt is held against derives from the browser's cookie. */
  state_sha256: Buffer
  /** The page to come back to: a path of this service. */
  return_to: string
  expires_at: Instant
}
