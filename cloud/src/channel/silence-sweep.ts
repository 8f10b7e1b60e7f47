import { endPresence } from '../gateways/gateway-presence.service.js'
import type { Platform } from '../platform/platform.js'
import { closeSilentSession, listSilentSessions } from './session.repository.js'

/**
 * Makes gateways off line that were silent for the grace period, with their cameras. Any node does it, also for the
 * gateways of a node that died; of several at once one gets each gateway.
 */
export async function sweepSilentGateways({ database, config, log }: Platform): Promise<void> {
  for (const session of await listSilentSessions(database.worker, config.offlineGraceMs)) {
    await database.inOrg(session.org_id, async (tx) => {
      if (!(await closeSilentSession(tx, session, config.offlineGraceMs))) return
      await endPresence(tx, session.org_id, session.gateway_id)
      log.info({ gatewayId: session.gateway_id, epoch: session.epoch }, 'gateway.offline')
    })
  }
}
