import type {
  Defaulted,
  Instant,
  InstantDefaultNow,
  InstantOrNull,
} from '../../../platform/database/columns.js'

declare module '../../../platform/database/tables.js' {
  interface TenantTables {
    totp_secrets: TotpSecretTable
    recovery_codes: RecoveryCodeTable
    passkeys: PasskeyTable
    passkey_challenges: PasskeyChallengeTable
  }
}

/** The secret of an authenticator app. */
export interface TotpSecretTable {
  org_id: string
  id: string
  user_id: string
  name: string
  /** Base32, sealed by the secret box, field `totp_secrets.secret`. */
  secret: Buffer
  secret_key_id: string
  created_at: InstantDefaultNow
  /** Null until a code of it was sent: till then it does not count. */
  confirmed_at: InstantOrNull
  last_used_at: InstantOrNull
  /** The last period whose code was taken: neither it nor one before is taken again. */
  used_period: Defaulted<number>
  /** The last period whose code came at a wrong time: a guess that was told so must not be good later. */
  refused_period: Defaulted<number>
}

/** A key of WebAuthn. */
export interface PasskeyTable {
  org_id: string
  id: string
  user_id: string
  name: string
  /** base64url, as the browser names it. */
  credential_id: string
  /** COSE. */
  public_key: Buffer
  /** Of its uses, if it counts them; else 0. */
  counter: number
  /** How it is reached, as the browser said. */
  transports: string[]
  created_at: InstantDefaultNow
  last_used_at: InstantOrNull
}

/** What a browser was asked, until it is answered or over. */
export interface PasskeyChallengeTable {
  org_id: string
  id: string
  user_id: string
  purpose: 'add' | 'sign_in'
  /** base64url. */
  challenge: string
  expires_at: Instant
}

/** A code that signs in once in place of a second factor. */
export interface RecoveryCodeTable {
  org_id: string
  id: string
  user_id: string
  /** SHA-256: enough for 80 random bits. */
  code_sha256: Buffer
  created_at: InstantDefaultNow
  used_at: InstantOrNull
}
