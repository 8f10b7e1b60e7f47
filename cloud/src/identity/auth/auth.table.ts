import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    sessions: SessionTable
    password_tokens: PasswordTokenTable
  }

  interface LookupTables {
    refresh_token_lookup: RefreshTokenLookupTable
    password_token_lookup: PasswordTokenLookupTable
    api_key_lookup: ApiKeyLookupTable
    login_failures: LoginFailureTable
    unknown_logins: UnknownLoginTable
    password_requests: PasswordRequestTable
  }
}

/** A sign-in. Its refresh tokens are one family: each use replaces the hash, and ends with the session. */
export interface SessionTable {
  org_id: string
  id: string
  user_id: string
  client_type: 'web' | 'mobile'
  user_agent: Defaulted<string>
  address: Defaulted<string>
  /** SHA-256 of the refresh token in force: the newest that was given out, not used yet. */
  refresh_hash: Buffer
  /** SHA-256 of the token directly before it: good until the one in force is used. */
  previous_refresh_hash: Nullable<Buffer>
  refresh_rotated_at: InstantDefaultNow
  created_at: InstantDefaultNow
  last_used_at: InstantDefaultNow
  expires_at: Instant
  revoked_at: InstantOrNull
  revoked_reason: Nullable<string>
  /** The organisation asks for a second factor and the person had none: good for setting one up alone. */
  only_to_set_up: Defaulted<boolean>
}

/** A one-time token that sets a password. */
export interface PasswordTokenTable {
  org_id: string
  id: string
  user_id: string
  purpose: 'reset' | 'invitation'
  /** SHA-256 of the token. */
  token_hash: Buffer
  created_at: InstantDefaultNow
  expires_at: Instant
  used_at: InstantOrNull
}

/** Lookup without organisation. Tokens of the past stay until the session goes, so that reuse is seen. */
interface RefreshTokenLookupTable {
  token_hash: Buffer
  org_id: string
  session_id: string
  created_at: InstantDefaultNow
}

/** Lookup without organisation. */
interface PasswordTokenLookupTable {
  token_hash: Buffer
  org_id: string
  password_token_id: string
}

/** Lookup without organisation: the readable prefix of an `sa_` or `gw_` key leads to its row. */
interface ApiKeyLookupTable {
  prefix: string
  kind: 'service_account' | 'gateway'
  org_id: string
  key_id: string
}

/** Failed logins by address, whether or not the address has an account. */
export interface LoginFailureTable {
  /** Of what was typed as address, in lower case: people type their password there at times. */
  email_sha256: Buffer
  failures: Defaulted<number>
  window_started_at: InstantDefaultNow
  locked_until: InstantOrNull
}

/** Lookup without organisation: a failed login of an address that no organisation knows. */
interface UnknownLoginTable {
  id: string
  at: InstantDefaultNow
  /** Of the address in lower case: people type their password there at times. */
  email_sha256: Buffer
  address: string
  user_agent: string
  data: JsonDefaulted<Record<string, unknown>>
}

/** Lookup without organisation: somebody asked for a new password; the row goes once the mail is queued. */
export interface PasswordRequestTable {
  id: string
  email: string
  address: string
  user_agent: string
  created_at: InstantDefaultNow
  /** Later than its making only where the mail could not be written. */
  next_at: InstantDefaultNow
}
