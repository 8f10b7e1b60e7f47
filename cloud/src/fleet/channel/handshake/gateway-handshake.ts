import { closeCodes } from '@sightline/protocol'
import type { GatewayIdentity } from '../../gateways/presence/gateway-presence.service.js'
import type { ChannelDeps } from '../channel-deps.js'
import { GatewaySession } from '../session/gateway-session.js'
import type { GatewayPeer } from '../session/peer-session.js'
import type { SessionRegistry } from '../session/session-registry.js'
import { beginSession } from './begin-session.js'
import type { PeerHandshake } from './peer-handshake.js'

/** The gateway that proved itself at the upgrade. */
export function gatewayHandshake(
  deps: ChannelDeps,
  registry: SessionRegistry<GatewayPeer>,
  identity: GatewayIdentity,
): PeerHandshake {
  const { gatewayId, orgId } = identity
  const log = deps.platform.log.child({ gatewayId, orgId })
  return {
    log,
    async begin(hello) {
      const begun = await beginSession(deps.platform, identity, hello)
      if (!begun) {
        return { closeCode: closeCodes.revoked, reason: 'disabled, removed, or the key was revoked' }
      }
      const { config_revision: heldRevision, last_acked_seq: ackedSeq } = hello
      const start = { log, identity, epoch: begun.epoch, heldRevision, ackedSeq }
      return { ...begun, open: (socket) => new GatewaySession(deps, registry, { ...start, socket }) }
    },
  }
}
