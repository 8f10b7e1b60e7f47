import type { Platform } from '../../../platform/platform.js'
import { endPresence } from '../../gateways/presence/gateway-presence.service.js'
import { sweepAbandonedCameras } from '../../relays/leases/lease.service.js'
import { closeSilentSession, listSilentSessions } from '../session/session.repository.js'
import type { PresenceWatch } from './presence-watch.js'

/** Says of what was silent for the grace period that it is off line, as far as this node has the watch. */
export async function sweepSilence(platform: Platform, watch: PresenceWatch): Promise<void> {
  if (!(await watch.mayJudge())) return
  const goesOn = () => watch.mayJudge()
  await sweepSilentGateways(platform, goesOn)
  await sweepAbandonedCameras(platform, goesOn)
}

/**
 * Makes gateways off line that were silent for the grace period, with their cameras, also those of a node that died.
 * One that cannot be is logged, and keeps no other from its turn.
 */
async function sweepSilentGateways(
  { database, config, log }: Platform,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  for (const session of await listSilentSessions(database.worker, config.offlineGraceMs)) {
    if (!(await goesOn())) return
    const { org_id: orgId, gateway_id: gatewayId, epoch } = session
    try {
      await database.inOrg(orgId, async (tx) => {
        if (!(await closeSilentSession(tx, session, config.offlineGraceMs))) return
        await endPresence(tx, orgId, gatewayId)
        log.info({ gatewayId, epoch }, 'gateway.offline')
      })
    } catch (error) {
      log.error({ err: error, orgId, gatewayId, epoch }, 'gateway.offline_failed')
    }
  }
}
