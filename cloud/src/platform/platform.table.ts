import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Nullable,
} from './database/columns.js'

/** A running cloud process. */
export interface NodeTable {
  node_id: string
  started_at: InstantDefaultNow
  seen_at: InstantDefaultNow
  /** Ids of the master keys that it holds, the one that seals first. Empty: a version that does not say. */
  key_ids: Defaulted<string[]>
  /** How far its clock is ahead of PostgreSQL's, milliseconds. */
  clock_offset_ms: Defaulted<number>
  /** Where other nodes reach it. */
  url: Nullable<string>
}

/** A row per periodic task, claimed by one node at a time. */
export interface PeriodicTaskTable {
  name: string
  next_at: InstantDefaultNow
  lease_until: InstantOrNull
  worker: Nullable<string>
  attempt: Defaulted<number>
  last_started_at: InstantOrNull
  last_finished_at: InstantOrNull
  last_error: Nullable<string>
}

/** By which clock retention goes, and whether it is believed: one row for the service. */
export interface RetentionClockTable {
  believed_at: InstantOrNull
  doubted_since: InstantOrNull
  agreed_since: InstantOrNull
  looked_at: InstantOrNull
}

/** A token bucket that holds over all nodes; the key says what is limited, such as `login:203.0.113.9`. */
export interface RateBucketTable {
  key: string
  tokens: number
  refilled_at: InstantDefaultNow
}

/** A request that may be repeated under the same key, and the answer kept for it. */
export interface IdempotencyKeyTable {
  org_id: string
  actor_id: string
  key: string
  request_sha256: Buffer
  status_code: Nullable<number>
  response: JsonDefaulted<unknown>
  created_at: InstantDefaultNow
  /** Who carries it out; null for a node of an older release. */
  attempt: Nullable<string>
  /** It committed something: true only together with what it wrote. */
  took_effect: Defaulted<boolean>
  /** It failed, and whoever carried it out is done with it. */
  ended_at: InstantOrNull
}
