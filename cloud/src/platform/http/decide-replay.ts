import type { KeptRequestRow } from './idempotency.repository.js'

/** How long a key stands for its request. */
const keptMs = 24 * 60 * 60 * 1000
/** A request that has not ended after this has been broken off: its node is gone. The longest waits for a probe's turn, and probes. */
export const brokenOffMs = 120_000

/**
 * What becomes of a request whose key is known already:
 * - `replay`: the first one's answer, once more.
 * - `begin`: the first one is too old to count, or changed nothing: this one is done.
 * - `other`, `running`, `took_effect`, `unknown`: refused, each with its reason.
 */
export type ReplayDecision =
  | { readonly kind: 'replay'; readonly status: number; readonly response: unknown }
  | { readonly kind: 'begin' | 'other' | 'running' | 'took_effect' | 'unknown' }

/** Judges a request by what is known of the first one with its key. */
export function decideReplay(first: KeptRequestRow, requestSha256: Buffer): ReplayDecision {
  if (first.age_ms > keptMs) return { kind: 'begin' }
  if (!first.request_sha256.equals(requestSha256)) return { kind: 'other' }
  const { status_code: status, response } = first
  if (status !== null) return { kind: 'replay', status, response }
  if (first.took_effect) return { kind: 'took_effect' }
  if (first.ended_at === null && first.age_ms < brokenOffMs) return { kind: 'running' }
  // A node of an older release does not note what it commits.
  return { kind: first.attempt === null ? 'unknown' : 'begin' }
}
