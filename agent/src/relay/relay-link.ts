import type { CameraLease } from '@sightline/protocol'
import type { PrivateSealingKey } from '../cloud-link/identity.js'
import type { CloudLink, LinkOptions } from '../cloud-link/link.js'
import type { Channel } from '../cloud-link/open-socket.js'
import { publicHalf } from '../cloud-link/sealed-credentials.js'
import type { Outbox } from '../outbox/outbox.js'
import type { AgentContext } from '../runtime/agent-context.js'
import { createLink, type LinkHandlers } from '../runtime/create-link.js'
import type { TimeSync } from '../runtime/time-sync.js'

/** Who a relay is to its cloud. */
interface RelayFacts {
  readonly cloudUrl: string
  readonly key: string
  readonly relayId: string
  readonly capacity: number
  /** Made with each start and never written down: credentials sealed to it end with the process. */
  readonly sealingKey: PrivateSealingKey
}

/** The longest wait between attempts to connect, ms: leases end sooner than a gateway's patience. */
const reconnectMaxMs = 10_000

/** The link of a relay to its cloud. */
export function createRelayLink(
  context: AgentContext,
  timeSync: TimeSync,
  { cloudUrl, key, relayId, capacity, sealingKey }: RelayFacts,
  handlers: LinkHandlers & Pick<LinkOptions, 'configuration' | 'leases'> & { readonly outbox: Outbox },
): CloudLink {
  return createLink(context, timeSync, {
    ...handlers,
    owner: 'relay',
    reconnectMaxMs: Math.min(context.reconnectMaxMs, reconnectMaxMs),
    channel: { cloudUrl, path: '/api/v1/relays/ws', bearer: key, route: context.route },
    hello: () => ({
      config_revision: 0,
      relay: { relay_id: relayId, capacity, public_key: publicHalf(sealingKey) },
    }),
  })
}

/** Where a media socket of live view is opened, under the lease by which it was asked for. */
export function relayMediaChannel(
  { cloudUrl, key }: Pick<RelayFacts, 'cloudUrl' | 'key'>,
  { route }: Pick<AgentContext, 'route'>,
  live: { readonly id: string; readonly lease: CameraLease | undefined },
): Channel {
  return {
    cloudUrl,
    path: `/api/v1/relays/live/${live.id}`,
    bearer: key,
    route,
    headers: live.lease === undefined ? {} : { 'X-Lease-Epoch': String(live.lease.epoch) },
  }
}
