import type { Platform } from '../../platform/platform.js'
import { WorkLoop } from '../../platform/work/work-loop.js'
import { checkOutage } from './check-outage.js'

const checksAtOnce = 4

/**
 * Checks cameras and gateways whose status changed, each by one node, until `signal` aborts. A node begins a grace
 * time after its own start: what only its absence had cut off has that long to come back.
 */
export async function watchOutages(platform: Platform, signal: AbortSignal): Promise<void> {
  const { database, clock, config, nodeId } = platform
  const { offlineGraceMs: graceMs, heartbeatMs } = config
  await clock.delay(graceMs, { signal }).catch(() => {})
  if (signal.aborted) return
  const loop = new WorkLoop({
    ...platform,
    workerId: nodeId,
    table: 'outage_watch',
    concurrency: checksAtOnce,
    perform: (row) => checkOutage({ database, graceMs, heartbeatMs }, row),
  })
  await loop.run(signal)
}
