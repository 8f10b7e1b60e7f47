import type { PeriodicTask } from '../../platform/work/periodic.js'
import type { TaskByAge } from '../../platform/work/task-by-age.js'
import type { RetentionDeps } from './retention-deps.js'
import { runRetention } from './run-retention.js'
import { ClockNotTrustedError, watchClock } from './watch-clock.js'

export { readClockTrust, trustClock } from './clock-trust.repository.js'

const hourMs = 60 * 60 * 1000

/** The daily removal of what is older than its organisation keeps it, by PostgreSQL's clock. */
export function retentionTask(deps: RetentionDeps): PeriodicTask {
  return whileClockIsBelieved(deps, {
    name: 'retention',
    everyMs: 24 * hourMs,
    run: (signal, now) => runRetention(deps, { now, signal }),
  })
}

/** Removes by age alone what the clock is right about: no node that disagrees with PostgreSQL's takes the task, and none after a leap. */
export function whileClockIsBelieved(
  deps: Pick<RetentionDeps, 'database' | 'log'>,
  { name, everyMs, run }: TaskByAge,
): PeriodicTask {
  return {
    name,
    everyMs,
    needsTrueClock: true,
    run: async (signal) => {
      const now = await watchClock(deps)
      if (now === null) throw new ClockNotTrustedError()
      await run(signal, now)
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
