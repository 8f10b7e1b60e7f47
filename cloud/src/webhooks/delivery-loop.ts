import { WorkLoop } from '../platform/claim.js'
import type { OutboundHttp } from '../platform/outbound-http/outbound-http.js'
import type { Platform } from '../platform/platform.js'
import { AttemptPlaces } from './attempt-places.js'
import { claimDeliveries } from './claim-deliveries.repository.js'
import { attemptDelivery } from './deliver.js'

/** Attempts under way at once on this node: in all, of one organisation, and to one webhook. */
const attemptsAtOnce = { inAll: 200, perOrg: 40, perWebhook: 10 }

/** The worker that sends this node's share of the webhook deliveries. */
export function createDeliveryLoop(platform: Platform, outbound: OutboundHttp): WorkLoop {
  const places = new AttemptPlaces(attemptsAtOnce)
  const deps = {
    ...platform,
    outbound,
    publicUrl: () => platform.publicUrl(),
    random: Math.random,
    disableAfter: platform.config.webhookDisableAfter,
  }
  return new WorkLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'webhook_deliveries',
    concurrency: attemptsAtOnce.inAll,
    claim: async (options) => {
      const claim = { ...options, caps: places.caps, taken: places }
      const claimed = await claimDeliveries(platform.database.worker, claim)
      for (const delivery of claimed) places.take(delivery)
      return claimed
    },
    perform: (row, signal) =>
      attemptDelivery(deps, { ...row, worker: platform.nodeId }, signal).finally(() =>
        places.release(row.id),
      ),
  })
}
