import type { GatewayOutage as ShownOutage } from '@sightline/protocol'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { listGatewayOutages } from './gateway-outages.repository.js'

/** When each gateway of the scope, or one of them, was off line since then, by its id, oldest first; none of one that was not. */
export async function outagesByGateway(
  db: Db,
  scope: Scope,
  which: { readonly from: Date; readonly gatewayId?: string },
): Promise<ReadonlyMap<string, ShownOutage[]>> {
  const byGateway = new Map<string, ShownOutage[]>()
  for (const { gateway_id: id, start_at, end_at } of await listGatewayOutages(db, scope, which)) {
    const outages = byGateway.get(id) ?? []
    outages.push({ start_at: toTimestamp(start_at), end_at: toTimestampOrNull(end_at) })
    byGateway.set(id, outages)
  }
  return byGateway
}
