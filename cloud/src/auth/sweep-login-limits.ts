import type { Platform } from '../platform/platform.js'
import { sweepFullBuckets } from '../platform/rate-bucket.js'
import { lockoutLimits } from './lockout.js'
import { sweepOldFailures, sweepUnknownLogins } from './login-failure.repository.js'
import { sweepPasswordRequests } from './password-request.repository.js'
import { passwordTokenLifeMs } from './password-token.js'

const everyMs = 10 * 60_000
/** How long failed logins of addresses that nobody has are kept, for whoever looks into an attack. */
const unknownKeptMs = 30 * 24 * 60 * 60_000

/** Keeps what is counted by address from growing with every address that ever called. */
export async function keepLimitsSmall(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sweepFullBuckets(database.lookup)
    await sweepOldFailures(database.lookup, new Date(clock.now()), lockoutLimits.windowMs)
    await sweepPasswordRequests(database.lookup, new Date(clock.now() - passwordTokenLifeMs.reset))
    await sweepUnknownLogins(database.lookup, new Date(clock.now() - unknownKeptMs))
    await clock.delay(everyMs, { signal }).catch(() => {})
  }
}
