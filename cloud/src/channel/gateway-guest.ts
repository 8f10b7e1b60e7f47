import { closeCodes } from '@sightline/protocol'
import type { GatewayIdentity } from '../gateways/gateway-presence.service.js'
import { beginSession } from './begin-session.js'
import type { ChannelDeps } from './channel-deps.js'
import type { Guest } from './guest.js'
import type { HeldGateway, Hub } from './hub.js'
import { LiveSession } from './live-session.js'

/** The gateway that proved itself at the upgrade. */
export function gatewayGuest(deps: ChannelDeps, hub: Hub<HeldGateway>, identity: GatewayIdentity): Guest {
  const { gatewayId, orgId } = identity
  const log = deps.platform.log.child({ gatewayId, orgId })
  return {
    log,
    async begin(hello) {
      const begun = await beginSession(deps.platform, identity, hello)
      if (!begun) {
        return { closeCode: closeCodes.revoked, reason: 'disabled, removed, or the key was revoked' }
      }
      const held = {
        epoch: begun.epoch,
        heldRevision: hello.config_revision,
        ackedSeq: hello.last_acked_seq,
      }
      return { ...begun, open: (socket) => new LiveSession(deps, log, hub, socket, identity, held) }
    },
  }
}
