import type { Identity } from '../cloud-link/identity.js'
import type { CloudLink } from '../cloud-link/link.js'
import type { Channel } from '../cloud-link/open-socket.js'
import type { AgentContext } from '../runtime/agent-context.js'
import { createLink, type LinkHandlers } from '../runtime/create-link.js'
import type { TimeSync } from '../runtime/time-sync.js'
import { storageOf } from '../telemetry/storage-figures.js'
import type { DiskSpaceManager } from '../upload/disk-space.js'
import type { GatewayState } from './gateway-state.js'

/** The link of this gateway to its cloud. */
export function createGatewayLink(
  context: AgentContext,
  timeSync: TimeSync,
  {
    identity,
    configuration,
    outbox,
    losses,
    diskSpace,
  }: GatewayState & { readonly diskSpace: DiskSpaceManager },
  handlers: LinkHandlers,
): CloudLink {
  return createLink(context, timeSync, {
    ...handlers,
    outbox,
    channel: channelTo(identity, context, 'ws'),
    hello: () => ({ config_revision: configuration.revision }),
    heartbeat: () => ({ losses: losses.counts, storage: storageOf(diskSpace.state) }),
    configuration: (frame) => configuration.apply(frame),
  })
}

/** Where a media socket of live view is opened. */
export function gatewayMediaChannel(identity: Identity, context: AgentContext, liveId: string): Channel {
  return channelTo(identity, context, `live/${liveId}`)
}

function channelTo(identity: Identity, { route }: Pick<AgentContext, 'route'>, place: string): Channel {
  return {
    cloudUrl: identity.cloud_url,
    path: `/api/v1/gateways/${identity.gateway_id}/${place}`,
    bearer: identity.api_key,
    route,
  }
}
