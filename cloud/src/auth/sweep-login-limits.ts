import type { Platform } from '../platform/platform.js'
import { sweepFullBuckets } from '../platform/rate-bucket.js'
import { sweepOldFailures } from './auth.repository.js'
import { lockoutLimits } from './lockout.js'

const everyMs = 10 * 60_000

/** Keeps what is counted by address from growing with every address that ever called. */
export async function keepLimitsSmall(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sweepFullBuckets(database.lookup)
    await sweepOldFailures(database.lookup, new Date(clock.now()), lockoutLimits.windowMs)
    await clock.delay(everyMs, { signal }).catch(() => {})
  }
}
