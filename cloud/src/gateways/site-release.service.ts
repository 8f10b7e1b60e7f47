import type { Tx } from '../platform/database/database.js'
import { removeDeletedGateways } from './gateway.repository.js'

/**
 * Forgets the gateways of a site that were deleted, so that the site can go as well; their audit trail stays.
 * @throws PostgreSQL's foreign key violation (23503) while a camera or an alert of such a gateway is kept
 */
export async function releaseSite(tx: Tx, orgId: string, siteId: string): Promise<void> {
  await removeDeletedGateways(tx, orgId, siteId)
}
