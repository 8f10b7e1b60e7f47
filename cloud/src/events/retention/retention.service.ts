import type { PeriodicTask } from '../../platform/work/periodic.js'
import type { RetentionDeps } from './retention-deps.js'
import { runRetention } from './run-retention.js'
import { ClockNotTrustedError, watchClock } from './watch-clock.js'

export { readClockTrust, trustClock } from './clock-trust.repository.js'

const hourMs = 60 * 60 * 1000

/** The daily removal of what is older than its organisation keeps it, by PostgreSQL's clock. */
export function retentionTask(deps: RetentionDeps): PeriodicTask {
  return {
    name: 'retention',
    everyMs: 24 * hourMs,
    needsTrueClock: true,
    run: async (signal) => {
      const now = await watchClock(deps)
      if (now === null) throw new ClockNotTrustedError()
      await runRetention(deps, { now, signal })
    },
  }
}

/** Reads PostgreSQL's clock every hour, so that a leap is distinguished from a day that has passed. */
export function retentionClockTask(deps: Pick<RetentionDeps, 'database' | 'log'>): PeriodicTask {
  return {
    name: 'retention_clock',
    everyMs: hourMs,
    needsTrueClock: true,
    run: async () => {
      await watchClock(deps)
    },
  }
}
