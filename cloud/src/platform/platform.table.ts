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

/** A token bucket that holds over all nodes; the key says what is limited, such as `login:203.0.113.9`. */
export interface RateBucketTable {
  key: string
  tokens: number
  refilled_at: InstantDefaultNow
}

/** The answer kept for a request that may be repeated under the same key. */
export interface IdempotencyKeyTable {
  org_id: string
  actor_id: string
  key: string
  request_sha256: Buffer
  status_code: Nullable<number>
  response: JsonDefaulted<unknown>
  created_at: InstantDefaultNow
}
