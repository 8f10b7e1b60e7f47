import type { DiscoveredDevice } from '@sightline/protocol'
import type { Database } from '../../../platform/database/database.js'
import { saveSeen } from './discovery.repository.js'

/** A gateway tells of devices that its scan has just seen. */
export async function takeSeen(
  database: Pick<Database, 'forOrg'>,
  orgId: string,
  gatewayId: string,
  devices: readonly DiscoveredDevice[],
): Promise<void> {
  await saveSeen(database.forOrg(orgId), orgId, gatewayId, devices)
}
