import type { Outcome } from '../../../../platform/outbound-http/outbound-http.js'

/** What became of handing a message to a push service. */
export type PushOutcome =
  | { readonly kind: 'taken' }
  /** The browser is gone: messages for it are taken by nobody any more. */
  | { readonly kind: 'gone' }
  /** The service refused this message for good. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may succeed later. `waitMs`: the service asked for this wait; null: it asked for none. */
  | { readonly kind: 'failed'; readonly reason: string; readonly waitMs: number | null }

/** The longest wait that a push service is believed, milliseconds. */
const longestWaitMs = 60 * 60 * 1000

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
    return { kind: 'failed', reason, waitMs: waitOf(retryAfter, now) }
  return { kind: 'refused', reason }
}

/** `Retry-After` as milliseconds (RFC 9110, 10.2.3): seconds or a date; null if it is neither. */
function waitOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : dateIn(retryAfter) - now
  return Number.isNaN(ms) ? null : Math.min(longestWaitMs, Math.max(0, ms))
}

/** The date of a header, milliseconds since 1970 (RFC 9110, 5.6.7). `Date.parse` alone takes much else for one. */
const dateIn = (text: string): number =>
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : Number.NaN
