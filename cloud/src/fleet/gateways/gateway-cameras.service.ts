import type { Tx } from '../../platform/database/handles.js'
import { notifyNodes } from '../channel/node-notice.service.js'
import { nextConfigRevision } from './gateway.repository.js'

export { findGateway, removeDeletedGateways, siteExists } from './gateway.repository.js'

/**
 * One more revision of the gateway's configuration, of which the node that holds its socket is notified at COMMIT.
 * Undefined if the gateway was deleted. It holds the gateway's row until then, so revisions commit in their order.
 */
export async function reviseConfiguration(
  tx: Tx,
  orgId: string,
  gatewayId: string,
): Promise<number | undefined> {
  const revision = await nextConfigRevision(tx, orgId, gatewayId)
  if (revision !== undefined) await notifyNodes(tx, { kind: 'config', gatewayId })
  return revision
}
