import { readClockTrust } from '../../events/retention/retention.service.js'
import type { Database } from '../../platform/database/database.js'
import { type Check, fail, ok, runCheck } from './check.js'

/** Old events and clips are removed: the clock by which they are is believed. */
export function checkRetention(database: Database): Promise<Check> {
  const name = 'retention'
  return runCheck(name, 'run cloud migrate', async () => {
    const { believedAt, doubtedSince, agreedSince } = await readClockTrust(database.worker)
    if (doubtedSince === null) return ok(name, "goes by PostgreSQL's clock, which is believed")
    const gateways = agreedSince
      ? `gateways agree with it since ${agreedSince.toISOString()}, and it is believed after a day of that`
      : 'no gateways agree with it'
    return fail(
      name,
      `nothing is removed: PostgreSQL's clock leapt from ${believedAt?.toISOString()} to ${doubtedSince.toISOString()}; ${gateways}`,
      "set that machine's clock; if it is right, because the service was off for so long, run cloud retention confirm",
    )
  })
}
