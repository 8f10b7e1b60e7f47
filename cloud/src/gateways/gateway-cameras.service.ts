import { tellNodes } from '../channel/gateway-notice.service.js'
import type { Db, Tx } from '../platform/database/database.js'
import { findGateway, type GatewayRow, nextConfigRevision, siteExists } from './gateway.repository.js'

/** The gateway that a camera is to be bound to; undefined if it is not in the organisation. */
export async function findGatewayForCamera(
  db: Db,
  orgId: string,
  id: string,
): Promise<Pick<GatewayRow, 'id' | 'name' | 'status' | 'public_key'> | undefined> {
  return findGateway(db, orgId, id)
}

/**
 * One more revision of the gateway's configuration, of which the node that holds its socket is told at COMMIT.
 * Undefined if the gateway was deleted. It holds the gateway's row until then, so revisions commit in their order.
 */
export async function reviseConfiguration(
  tx: Tx,
  orgId: string,
  gatewayId: string,
): Promise<number | undefined> {
  const revision = await nextConfigRevision(tx, orgId, gatewayId)
  if (revision !== undefined) await tellNodes(tx, { kind: 'config', gatewayId })
  return revision
}

/** True if the organisation has the site. */
export async function hasSite(db: Db, orgId: string, siteId: string): Promise<boolean> {
  return siteExists(db, orgId, siteId)
}
