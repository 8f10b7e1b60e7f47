const firstMs = 500
const longestMs = 20_000
/** What a provider may ask us to wait, at most. */
const longestAskedMs = 60_000

/**
 * How long to wait before the next try: half a second at first, doubled each time up to 20 s, a random part of it away
 * so that many do not come back at once. What the provider asks for (Retry-After) counts, up to a minute.
 *
 * @param failed tries that failed so far, from 1
 * @param askedMs what Retry-After says, or null
 * @param random from 0 to 1
 */
export function backoffMs(failed: number, askedMs: number | null, random: number): number {
  const most = Math.min(firstMs * 2 ** (failed - 1), longestMs)
  const own = most / 2 + (most / 2) * random
  return askedMs === null ? own : Math.min(Math.max(askedMs, own), longestAskedMs)
}

/** Reads Retry-After, seconds or a date. Null: none, or nothing that can be read. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}(\.\d{1,3})?$/.test(header.trim())) return Number(header) * 1000
  const at = header.trim().endsWith('GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
