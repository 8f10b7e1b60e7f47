import { nextTrust } from './clock-trust.js'
import { readClocks, readClockTrust, saveClockTrust } from './clock-trust.repository.js'
import type { RetentionDeps } from './retention-deps.js'

/** Reads PostgreSQL's clock and stores whether it is trusted. @returns its time; null while it is not */
export async function watchClock({
  database,
  log,
}: Pick<RetentionDeps, 'database' | 'log'>): Promise<Date | null> {
  const [trust, reading] = [await readClockTrust(database.worker), await readClocks(database.worker)]
  const next = nextTrust(trust, reading)
  await saveClockTrust(database.worker, next)
  if (next.doubtedSince === null) return reading.now
  log.error({ ...next, ...reading }, 'retention.clock_not_trusted')
  return null
}

/** PostgreSQL's clock leapt: nothing is removed by it. */
export class ClockNotTrustedError extends Error {
  override readonly name = 'ClockNotTrustedError'

  constructor() {
    super(
      "PostgreSQL's clock leapt by more than a week: nothing is removed until gateways have agreed with it for a day, or cloud retention confirm",
    )
  }
}
