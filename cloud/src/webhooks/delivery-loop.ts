import { WorkLoop } from '../platform/claim.js'
import type { OutboundHttp } from '../platform/outbound-http/outbound-http.js'
import type { Platform } from '../platform/platform.js'
import { attemptDelivery, type DeliverDeps } from './deliver.js'
import { EndpointCap } from './endpoint-cap.js'

/** Attempts under way at once on this node, and to one webhook. */
const attemptsAtOnce = 50
const attemptsAtOnceToOne = 10

/** Deliveries given up in a row after which a webhook is disabled, unless set otherwise. */
const disableAfter = 10

/** The worker that sends this node's share of the webhook deliveries. */
export function createDeliveryLoop(platform: Platform, outbound: OutboundHttp): WorkLoop {
  const deps: DeliverDeps = {
    ...platform,
    outbound,
    publicUrl: () => platform.publicUrl(),
    random: Math.random,
    disableAfter,
    cap: new EndpointCap(attemptsAtOnceToOne),
  }
  return new WorkLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'webhook_deliveries',
    concurrency: attemptsAtOnce,
    perform: (row, signal) => attemptDelivery(deps, { ...row, worker: platform.nodeId }, signal),
  })
}
