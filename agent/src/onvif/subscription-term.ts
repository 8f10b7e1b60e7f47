import type { TermForm } from './device-cache.js'
import type { SubscriptionTimings } from './subscription-timings.js'

/** How the end of a subscription is written, or null where it is left to the camera. */
export function termText(form: TermForm, cameraNowMs: number, termMs: number): string | null {
  switch (form) {
    case 'relative':
      return `PT${Math.round(termMs / 1000)}S`
    case 'absolute':
      return new Date(cameraNowMs + termMs).toISOString().replace(/\.\d+Z$/, 'Z')
    case 'none':
      return null
  }
}

/** Whether a camera misread the span that it was asked for: it granted nothing, or far too much. Less is its right. */
export function isMisread(grantedMs: number | null, termMs: number): boolean {
  return grantedMs !== null && (grantedMs <= 0 || grantedMs > termMs * 1.1)
}

/**
 * When to renew, ms after the grant: at 80 % of it, at least a minute. A shorter grant is renewed within its term, if
 * that leaves at least 20 s; one that is shorter still lives by pulling, or is made anew.
 * @param grantedMs by the camera's own pair of times; null if it gave none
 */
export function renewAfterMs(grantedMs: number | null, timings: SubscriptionTimings): number {
  const granted = grantedMs === null || grantedMs <= 0 ? timings.termMs : Math.min(grantedMs, timings.termMs)
  const due = granted * 0.8
  return due >= timings.renewFloorMs ? due : Math.max(due, timings.shortFloorMs)
}
