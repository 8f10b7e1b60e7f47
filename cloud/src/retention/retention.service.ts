import type { PeriodicTask } from '../platform/periodic.js'
import type { RetentionDeps } from './retention-deps.js'
import { runRetention } from './run-retention.js'

const dayMs = 24 * 60 * 60 * 1000

/** The daily removal of what is older than its organisation keeps it. */
export function retentionTask(deps: RetentionDeps): PeriodicTask {
  return { name: 'retention', everyMs: dayMs, run: (signal) => runRetention(deps, signal) }
}
