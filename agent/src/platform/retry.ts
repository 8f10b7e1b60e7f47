import type { Random } from './random.js'

/** How long to wait between attempts. */
export interface Backoff {
  /** The ceiling of the first wait, ms; doubles with every further failure. */
  readonly baseMs: number
  /** The ceiling of every wait, ms. */
  readonly capMs: number
  /** The shortest wait, ms: jitter alone may come out as zero, and that would be a tight loop. */
  readonly floorMs: number
}

/**
 * The wait before the next attempt, ms: full jitter between the floor and a ceiling that doubles, so that
 * gateways cut off together do not return together.
 * @param failures how many attempts failed in a row, from 1.
 */
export function backoffMs(failures: number, backoff: Backoff, random: Random): number {
  const exponent = Math.min(Math.max(failures - 1, 0), 30)
  const ceiling = Math.max(Math.min(backoff.baseMs * 2 ** exponent, backoff.capMs), backoff.floorMs)
  return backoff.floorMs + random.fraction() * (ceiling - backoff.floorMs)
}
