import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  Leased,
  Nullable,
  WorkColumns,
} from '../../../platform/database/columns.js'

declare module '../../../platform/database/tables.js' {
  interface TenantTables {
    push_keys: PushKeyTable
    push_subscriptions: PushSubscriptionTable
    outgoing_pushes: OutgoingPushTable
  }
  interface WorkerTables {
    outgoing_pushes: Leased<OutgoingPushTable>
  }
}

/** The key pair by which an organisation shows push services who it is (RFC 8292). One an organisation. */
interface PushKeyTable {
  org_id: string
  id: string
  /** A point of P-256, uncompressed, in base64url. */
  public_key: string
  /** Sealed by `platform/secrets/secret-box.ts`, field `push_keys.private_key`. */
  private_key: Buffer
  private_key_key_id: string
  created_at: InstantDefaultNow
}

/** A browser in which somebody allowed messages. It lives as long as the session in which it was made. */
export interface PushSubscriptionTable {
  org_id: string
  id: string
  user_id: string
  session_id: string
  /** SHA-256 of the endpoint: a browser has one subscription in an organisation, whoever uses it. */
  endpoint_hash: Buffer
  /** Host of the endpoint. */
  service: string
  /** Endpoint and keys of the browser, sealed by the secret box, field `push_subscriptions.secret`. */
  secret: Buffer
  secret_key_id: string
  language: string
  user_agent: string
  created_at: InstantDefaultNow
  last_sent_at: InstantOrNull
  /** What its push service said to the last message; null if it took it. */
  failure: Nullable<string>
}

/**
 * A work row: one message to one person, in all their browsers. An `alert` is about one, a `digest` about late ones, a
 * `group_digest` about those that followed the first of a group, a `test` about none. It is written when it is sent.
 */
export interface OutgoingPushTable extends WorkColumns<'pending' | 'sent' | 'failed' | 'dropped'> {
  org_id: string
  id: string
  purpose: 'alert' | 'digest' | 'group_digest' | 'test'
  user_id: string
  /** Null for the test of a browser. */
  rule_id: Nullable<string>
  group_id: Nullable<string>
  /** The one browser that a test goes to; null: all. */
  subscription_id: Nullable<string>
  /** Of a digest of either kind: from here on it takes no more alerts. */
  sealed_at: InstantOrNull
  dedupe_key: Nullable<string>
  /** Subscriptions with which it has ended: taken, refused or gone. */
  reached: Defaulted<string[]>
  /** How many of them took it. */
  taken: Defaulted<number>
  last_error: Nullable<string>
  created_at: InstantDefaultNow
  finished_at: InstantOrNull
}
