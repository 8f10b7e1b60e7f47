import { closeCodes } from '@sightline/protocol'
import { beginRelaySession } from '../relays/relay-session.service.js'
import type { ChannelDeps } from './channel-deps.js'
import type { Guest } from './guest.js'
import type { HeldRelay, Hub } from './hub.js'
import { RelaySession } from './relay-session.js'

/** A relay that proved at the upgrade that it is the operator's. Which one it is, its `hello` says. */
export function relayGuest(deps: ChannelDeps, hub: Hub<HeldRelay>): Guest {
  const { platform } = deps
  return {
    log: platform.log,
    async begin(hello) {
      if (!hello.relay) {
        return { closeCode: closeCodes.badFrame, reason: 'the hello of a relay says which relay it is' }
      }
      const { relay_id: relayId, capacity, public_key: publicKey } = hello.relay
      const facts = { relayId, capacity, publicKey, bootId: hello.boot_id, version: hello.agent_version }
      const epoch = await beginRelaySession(platform, facts)
      const relay = { relayId, capacity, publicKey, sessionEpoch: epoch }
      return {
        epoch,
        configRevision: 0,
        open: (socket) => new RelaySession(deps, hub, socket, relay, hello.last_acked_seq),
      }
    },
  }
}
