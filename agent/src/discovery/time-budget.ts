import type { Clock } from '../platform/clock.js'

/** A signal that aborts with `parent`, or after `ms` milliseconds. Call `release` when it is no longer needed. */
export function timeBudget(
  parent: AbortSignal,
  ms: number,
  clock: Clock,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const spent = new AbortController()
  const release = clock.after(ms, () => spent.abort(new DOMException('time is up', 'TimeoutError')))
  return { signal: AbortSignal.any([parent, spent.signal]), release }
}
