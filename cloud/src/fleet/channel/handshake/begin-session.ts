import type { Hello } from '@sightline/protocol'
import type { Platform } from '../../../platform/platform.js'
import {
  beginPresence,
  type GatewayIdentity,
  noteDuplicateIdentity,
} from '../../gateways/presence/gateway-presence.service.js'
import { notifyNodes } from '../node-notice.service.js'
import { goingOn } from '../presence/gateway-clock.js'
import { saveBoots, takeEpoch } from '../session/session.repository.js'
import { isDuplicateIdentity, withBoot } from './boot-history.js'

/** A session of the channel as the database knows it. */
interface BegunSession {
  epoch: number
  /** The newest revision of the gateway's configuration. */
  configRevision: number
}

/**
 * Takes the next epoch and makes the gateway on line, in one transaction. Null if the gateway was disabled or removed,
 * or the key revoked, since the socket was opened.
 */
export async function beginSession(
  { database, clock, nodeId }: Platform,
  identity: GatewayIdentity,
  hello: Hello,
): Promise<BegunSession | null> {
  const { orgId, gatewayId } = identity
  const gatewayNow = goingOn(clock, Date.parse(hello.clock.now))
  return database.inOrg(orgId, async (tx) => {
    // The session's row first, the gateway's second: as the sweep of silent sessions locks them.
    const { epoch, boots } = await takeEpoch(tx, { orgId, gatewayId, nodeId, bootId: hello.boot_id })
    const presence = await beginPresence(tx, identity, {
      version: hello.agent_version,
      localIp: hello.local_ip,
      capabilities: hello.capabilities,
      gatewayNow,
      clockSynced: hello.clock.synced,
    })
    if (!presence) return null
    const history = withBoot(boots, hello.boot_id, clock.now())
    await saveBoots(tx, orgId, gatewayId, history)
    if (isDuplicateIdentity(history)) {
      const bootIds = history.slice(-2).map(({ boot_id }) => boot_id)
      await noteDuplicateIdentity(tx, orgId, gatewayId, bootIds)
    }
    await notifyNodes(tx, { kind: 'session', gatewayId, epoch })
    return { epoch, configRevision: presence.configRevision }
  })
}
