import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../platform/platform.js'
import { WorkLoop, type WorkLoopOptions } from '../../../platform/work/work-loop.js'
import { claimDeliveries } from './claim-deliveries.repository.js'
import { attemptDelivery } from './deliver.js'
import { DeliverySlots } from './delivery-slots.js'

/** Attempts under way at once on this node: in all, of one organisation, and to one webhook. */
const attemptsAtOnce = { inAll: 200, perOrg: 40, perWebhook: 10 }

/**
 * The worker that sends this node's share of the webhook deliveries.
 * @param pace how long its leases last and how often it looks, where that is not the usual
 */
export function createDeliveryLoop(
  platform: Platform,
  outbound: OutboundHttp,
  pace: Pick<WorkLoopOptions, 'leaseMs' | 'pollMs'> = {},
): WorkLoop {
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
    ...pace,
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
