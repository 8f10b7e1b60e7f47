import type { Tx } from '../platform/database/database.js'
import { markCamerasOfGateway } from './camera-configuration.repository.js'

/** Marks all cameras of a gateway as changed in a revision, so that they are sent to it again. */
export async function markCamerasChanged(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  revision: number,
): Promise<void> {
  await markCamerasOfGateway(tx, orgId, gatewayId, revision)
}
