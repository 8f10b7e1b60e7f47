import type { Outcome } from '../../../../platform/outbound-http/outbound-http.js'
import { retryAfterMs } from '../../../../platform/outbound-http/retry-after.js'

/** What became of handing a message to a push service. */
export type PushOutcome =
  | { readonly kind: 'taken' }
  /** The browser is gone: messages for it are taken by nobody any more. */
  | { readonly kind: 'gone' }
  /** The service refused this message for good. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may succeed later. `waitMs`: the service asked for this wait; null: it asked for none. */
  | { readonly kind: 'failed'; readonly reason: string; readonly waitMs: number | null }

/** What the answer of a push service means (RFC 8030, 5 to 8). @param now milliseconds since 1970 */
export function outcomeOf(outcome: Outcome, now: number): PushOutcome {
  if (outcome.kind === 'failed')
    return outcome.stage === 'address'
      ? { kind: 'refused', reason: outcome.reason }
      : { kind: 'failed', reason: outcome.reason, waitMs: null }
  const { status, retryAfter } = outcome
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `the push service answered ${status}`
  if (status === 429 || status === 408 || status >= 500)
    return { kind: 'failed', reason, waitMs: retryAfterMs(retryAfter, now) }
  return { kind: 'refused', reason }
}
