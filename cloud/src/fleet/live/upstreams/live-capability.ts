import { liveCapability } from '@sightline/protocol'
import type { Platform } from '../../../platform/platform.js'
import { hasCapability } from '../../gateways/presence/gateway-presence.service.js'
import { findLeaseHolder } from '../../relays/leases/lease.service.js'
import type { WatchedCamera } from '../viewers/viewer.js'

/** Whether the program that serves the camera takes `live.start`; `offline` where nobody serves it. */
export async function liveCapabilityOf(
  { database }: Pick<Platform, 'database'>,
  { id, orgId, gatewayId, connectionMode }: WatchedCamera,
): Promise<'capable' | 'too_old' | 'offline'> {
  const db = database.forOrg(orgId)
  if (connectionMode === 'direct') {
    const relay = await findLeaseHolder(db, orgId, id)
    if (!relay) return 'offline'
    return relay.capabilities.includes(liveCapability) ? 'capable' : 'too_old'
  }
  if (gatewayId === null) return 'offline'
  return (await hasCapability(db, orgId, gatewayId, liveCapability)) ? 'capable' : 'too_old'
}
