import { type Heartbeat, type Hello, protocolVersions } from '@sightline/protocol'
import type { AgentClock } from './agent-clock.js'
import type { AgentGround } from './agent-parts.js'
import type { AgentState } from './agent-state.js'
import { CloudLink, type LinkOptions } from './cloud-link/link.js'
import { localAddress } from './platform/local-address.js'
import { agentVersion } from './platform/version.js'
import { storageOf } from './telemetry/storage-figures.js'
import type { DiskKeeper } from './upload/disk-keeper.js'

/** The link of this gateway to its cloud; what it says of itself is put together here. */
export function createLink(
  ground: AgentGround,
  { identity, configuration, outbox, losses, keeper }: AgentState & { readonly keeper: DiskKeeper },
  agentClock: AgentClock,
  handlers: Pick<LinkOptions, 'command' | 'live'>,
): CloudLink {
  const bootId = ground.random.id()
  const hello = (): Hello => ({
    versions: [...protocolVersions],
    capabilities: [],
    agent_version: agentVersion,
    boot_id: bootId,
    config_revision: configuration.revision,
    last_acked_seq: outbox.acked,
    clock: { now: agentClock.now, synced: agentClock.synced },
    local_ip: localAddress(),
  })
  const heartbeat = (): Heartbeat => ({
    now: agentClock.now,
    clock_synced: agentClock.synced,
    uptime_sec: agentClock.uptimeSec,
    outbox_entries: outbox.counts.entries,
    outbox_rejected: outbox.counts.refused,
    losses: losses.counts,
    storage: storageOf(keeper.state),
  })
  return new CloudLink({
    ...ground,
    ...handlers,
    channel: {
      cloudUrl: identity.cloud_url,
      path: `/api/v1/gateways/${identity.gateway_id}/ws`,
      bearer: identity.api_key,
      route: ground.route,
    },
    outbox,
    hello: () => Promise.resolve(hello()),
    heartbeat,
    configuration: (frame) => configuration.apply(frame),
  })
}
