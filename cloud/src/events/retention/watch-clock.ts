import { nextTrust } from './clock-trust.js'
import { lockClockTrust, readClocks, saveClockTrust } from './clock-trust.repository.js'
import type { RetentionDeps } from './retention-deps.js'

/**
 * Reads PostgreSQL's clock and stores whether it is trusted, one after the other: what an operator says meanwhile is not written over.
 * @returns its time; null while it is not
 */
export async function watchClock({
  database,
  log,
}: Pick<RetentionDeps, 'database' | 'log'>): Promise<Date | null> {
  const watched = await database.worker.transaction().execute(async (tx) => {
    const [trust, reading] = [await lockClockTrust(tx), await readClocks(tx)]
    const next = nextTrust(trust, reading)
    await saveClockTrust(tx, next)
    return { ...next, ...reading }
  })
  if (watched.doubtedSince === null) return watched.now
  log.error(watched, 'retention.clock_not_trusted')
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
