import { closeCodes } from '@sightline/protocol'
import { beginRelaySession } from '../../relays/relay-presence.service.js'
import type { ChannelDeps } from '../channel-deps.js'
import type { RelayPeer } from '../session/peer-session.js'
import { RelaySession } from '../session/relay-session.js'
import type { SessionRegistry } from '../session/session-registry.js'
import type { PeerHandshake } from './peer-handshake.js'

/** A relay that proved at the upgrade that it is the operator's. Which one it is, its `hello` says. */
export function relayHandshake(deps: ChannelDeps, registry: SessionRegistry<RelayPeer>): PeerHandshake {
  const { platform } = deps
  return {
    log: platform.log,
    async begin(hello) {
      if (!hello.relay) {
        return { closeCode: closeCodes.badFrame, reason: 'the hello of a relay says which relay it is' }
      }
      const { relay_id: relayId, capacity, public_key: publicKey } = hello.relay
      const { boot_id: bootId, agent_version: version, capabilities } = hello
      const facts = { relayId, capacity, publicKey, bootId, version, capabilities }
      const epoch = await beginRelaySession(platform, facts)
      const relay = { relayId, capacity, publicKey, sessionEpoch: epoch }
      return {
        epoch,
        configRevision: 0,
        open: (socket) => new RelaySession(deps, registry, { socket, relay, ackedSeq: hello.last_acked_seq }),
      }
    },
  }
}
