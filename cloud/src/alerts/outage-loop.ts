import { WorkLoop } from '../platform/claim.js'
import type { Platform } from '../platform/platform.js'
import { lookAtOutage } from './look-at-outage.js'

const looksAtOnce = 4

/**
 * Looks at cameras and gateways whose status changed, each by one node, until `signal` aborts. A node begins a grace
 * time after its own start: what only its absence had cut off has that long to come back.
 */
export async function watchOutages(platform: Platform, signal: AbortSignal): Promise<void> {
  const { database, clock, config, nodeId } = platform
  const graceMs = config.offlineGraceMs
  await clock.delay(graceMs, { signal }).catch(() => {})
  if (signal.aborted) return
  const loop = new WorkLoop({
    ...platform,
    workerId: nodeId,
    table: 'outage_watch',
    concurrency: looksAtOnce,
    perform: (row) => lookAtOutage({ database, graceMs }, row, nodeId),
  })
  await loop.run(signal)
}
