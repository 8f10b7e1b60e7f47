import {
  type Heartbeat,
  type Hello,
  liveCapability,
  probePictureCapability,
  protocolVersions,
} from '@sightline/protocol'
import { CloudLink, type LinkOptions } from '../cloud-link/link.js'
import type { Outbox } from '../outbox/outbox.js'
import { localAddress } from '../platform/local-address.js'
import { agentVersion } from '../platform/version.js'
import type { AgentContext } from './agent-context.js'
import type { TimeSync } from './time-sync.js'

/** What a link serves, as it stands at the other end of its frames. */
export type LinkHandlers = Pick<LinkOptions, 'command' | 'live'>

interface LinkFacts extends Omit<LinkOptions, 'hello' | 'heartbeat' | keyof AgentContext> {
  readonly outbox: Outbox
  /** What this kind of agent says of itself besides. */
  readonly hello: () => Pick<Hello, 'config_revision' | 'relay'>
  readonly heartbeat?: () => Pick<Heartbeat, 'losses' | 'storage'>
  readonly reconnectMaxMs?: number
}

/** The link of an agent to its cloud, with what every agent says of itself. */
export function createLink(context: AgentContext, timeSync: TimeSync, facts: LinkFacts): CloudLink {
  const bootId = context.random.id()
  const { outbox } = facts
  const hello = (): Hello => {
    const { config_revision, ...more } = facts.hello()
    return {
      versions: [...protocolVersions],
      capabilities: [liveCapability, probePictureCapability],
      agent_version: agentVersion,
      boot_id: bootId,
      config_revision,
      last_acked_seq: outbox.acked,
      clock: { now: timeSync.now, synced: timeSync.synced },
      local_ip: localAddress(),
      ...more,
    }
  }
  const heartbeat = (): Heartbeat => ({
    now: timeSync.now,
    clock_synced: timeSync.synced,
    uptime_sec: timeSync.uptimeSec,
    outbox_entries: outbox.counts.entries,
    outbox_rejected: outbox.counts.refused,
    ...facts.heartbeat?.(),
  })
  return new CloudLink({ ...context, ...facts, hello: () => Promise.resolve(hello()), heartbeat })
}
