import type { Platform } from '../../../platform/platform.js'
import { sweepFullBuckets } from '../../../platform/rate-limit/token-bucket.js'
import type { PeriodicTask } from '../../../platform/work/periodic.js'
import { sweepPasswordRequests } from '../passwords/password-request.repository.js'
import { passwordTokenLifeMs } from '../passwords/password-token.service.js'
import { lockoutLimits } from './lockout.js'
import { sweepOldFailures, sweepUnknownLogins } from './login-failure.repository.js'

const everyMs = 10 * 60_000
/** How long failed logins of addresses that nobody has are kept, for whoever investigates an attack. */
const unknownKeptMs = 30 * 24 * 60 * 60_000

/** Keeps what is counted by address from growing with every address that ever called. */
export function sweepLoginLimitsTask({
  database: { lookup },
  clock,
}: Pick<Platform, 'database' | 'clock'>): PeriodicTask {
  return {
    name: 'sweep_login_limits',
    everyMs,
    run: async () => {
      const now = clock.now()
      await sweepFullBuckets(lookup)
      await sweepOldFailures(lookup, new Date(now), lockoutLimits.windowMs)
      await sweepPasswordRequests(lookup, new Date(now - passwordTokenLifeMs.reset))
      await sweepUnknownLogins(lookup, new Date(now - unknownKeptMs))
    },
  }
}
