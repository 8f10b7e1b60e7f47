import type { Platform } from '../../../platform/platform.js'
import { sweepFullBuckets } from '../../../platform/rate-limit/token-bucket.js'
import { eachApart } from '../../../platform/work/each-apart.js'
import type { TaskByAge } from '../../../platform/work/task-by-age.js'
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
  log,
}: Pick<Platform, 'database' | 'log'>): TaskByAge {
  return {
    name: 'sweep_login_limits',
    everyMs,
    run: async (signal, now) => {
      const ago = (ms: number) => new Date(now.getTime() - ms)
      const steps = {
        rate_buckets: () => sweepFullBuckets(lookup),
        login_failures: () => sweepOldFailures(lookup, now, lockoutLimits.windowMs),
        password_requests: () => sweepPasswordRequests(lookup, ago(passwordTokenLifeMs.reset)),
        unknown_logins: () => sweepUnknownLogins(lookup, ago(unknownKeptMs)),
      }
      const named = ([step]: readonly [string, unknown]) => ({ step })
      await eachApart(Object.entries(steps), { log, signal, named }, ([, sweep]) => sweep())
    },
  }
}
