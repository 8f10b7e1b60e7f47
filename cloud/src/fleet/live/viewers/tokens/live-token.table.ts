import type {
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  Nullable,
} from '../../../../platform/database/columns.js'

declare module '../../../../platform/database/tables.js' {
  interface TenantTables {
    live_tokens: LiveTokenTable
  }

  interface LookupTables {
    live_token_lookup: LiveTokenLookupTable
  }
}

/** A token with which pages of some origins watch one camera. */
export interface LiveTokenTable {
  org_id: string
  id: string
  camera_id: string
  /** SHA-256 of the token. */
  token_hash: Buffer
  label: Nullable<string>
  origins: string[]
  /** Seconds that it was given, and that each renewal gives it. */
  ttl_sec: number
  /** By what its maker called: while that holds, so does the token. */
  credential_kind: 'session' | 'key'
  credential_id: string
  /** The person, or the service account. */
  maker_id: string
  maker_name: string
  created_at: InstantDefaultNow
  expires_at: Instant
  renewable_until: Instant
  revoked_at: InstantOrNull
}

/** Lookup without organisation. */
export interface LiveTokenLookupTable {
  token_hash: Buffer
  org_id: string
  token_id: string
}
