import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../platform/platform.js'
import { WorkLoop } from '../../../platform/work/work-loop.js'
import { claimDeliveries } from './claim-deliveries.repository.js'
import { attemptDelivery } from './deliver.js'
import { DeliverySlots } from './delivery-slots.js'

/** Attempts under way at once on this node: in all, of one organisation, and to one webhook. */
const attemptsAtOnce = { inAll: 200, perOrg: 40, perWebhook: 10 }

/** The worker that sends this node's share of the webhook deliveries. */
export function createDeliveryLoop(platform: Platform, outbound: OutboundHttp): WorkLoop {
  const slots = new DeliverySlots(attemptsAtOnce)
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
      const claim = { ...options, caps: slots.caps, taken: slots }
      const claimed = await claimDeliveries(platform.database.worker, claim)
      for (const delivery of claimed) slots.take(delivery)
      return claimed
    },
    perform: (row, signal) => attemptDelivery(deps, row, signal).finally(() => slots.release(row.id)),
  })
}
