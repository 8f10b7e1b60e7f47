import { type Heartbeat, type Hello, protocolVersions } from '@sightline/protocol'
import type { AgentClock } from '../agent-clock.js'
import type { AgentGround } from '../agent-parts.js'
import type { SealingKey } from '../cloud-link/identity.js'
import { CloudLink, type LinkOptions } from '../cloud-link/link.js'
import { publicHalf } from '../cloud-link/sealed-credentials.js'
import type { Outbox } from '../outbox/outbox.js'
import { localAddress } from '../platform/local-address.js'
import { agentVersion } from '../platform/version.js'

/** Who a relay is to its cloud. */
export interface RelayFacts {
  readonly cloudUrl: string
  readonly key: string
  readonly relayId: string
  readonly capacity: number
  /** Made with each start and never written down: credentials sealed to it end with the process. */
  readonly sealingKey: SealingKey
}

/** The longest wait between attempts to connect, ms: leases end sooner than a gateway's patience. */
const reconnectMaxMs = 10_000

/** The link of a relay to its cloud; what it says of itself is put together here. */
export function createRelayLink(
  ground: AgentGround,
  facts: RelayFacts,
  { outbox, agentClock }: { readonly outbox: Outbox; readonly agentClock: AgentClock },
  handlers: Pick<LinkOptions, 'command' | 'live' | 'configuration' | 'leases'>,
): CloudLink {
  const bootId = ground.random.id()
  const { relayId, capacity, sealingKey, cloudUrl, key } = facts
  const hello = (): Hello => ({
    versions: [...protocolVersions],
    capabilities: [],
    agent_version: agentVersion,
    boot_id: bootId,
    config_revision: 0,
    last_acked_seq: outbox.acked,
    clock: { now: agentClock.now, synced: agentClock.synced },
    local_ip: localAddress(),
    relay: { relay_id: relayId, capacity, public_key: publicHalf(sealingKey) },
  })
  const heartbeat = (): Heartbeat => ({
    now: agentClock.now,
    clock_synced: agentClock.synced,
    uptime_sec: agentClock.uptimeSec,
    outbox_entries: outbox.counts.entries,
    outbox_rejected: outbox.counts.refused,
  })
  return new CloudLink({
    ...ground,
    ...handlers,
    owner: 'relay',
    reconnectMaxMs: Math.min(ground.reconnectMaxMs, reconnectMaxMs),
    channel: { cloudUrl, path: '/api/v1/relays/ws', bearer: key, route: ground.route },
    outbox,
    hello: () => Promise.resolve(hello()),
    heartbeat,
  })
}
