import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { gatewaysOf } from '../gateway.repository.js'

/** A time in which a gateway was off line; null: it still is. */
export interface GatewayOutage {
  readonly gateway_id: string
  readonly start_at: Date
  readonly end_at: Date | null
}

/** Of one gateway each takes the grace period at least, and many of a whole organisation are told apart by nobody. */
const outagesAtMost = 5_000

/**
 * Outages of the gateways of the scope, or of one of them, that touch the time since `from`, in their order: those that are over, then
 * the one that lasts.
 */
export async function listGatewayOutages(
  db: Db,
  scope: Scope,
  { from, gatewayId }: { readonly from: Date; readonly gatewayId?: string },
): Promise<GatewayOutage[]> {
  const gateways = gatewaysOf(db, scope).$if(gatewayId !== undefined, (query) =>
    query.where('gateways.id', '=', gatewayId ?? ''),
  )
  const past = await db
    .selectFrom('gateway_outages')
    .select(['gateway_id', 'start_at', 'end_at'])
    .where('org_id', '=', scope.orgId)
    .where('gateway_id', 'in', gateways.select('gateways.id'))
    .where('end_at', '>', from)
    .orderBy('gateway_id')
    .orderBy('start_at')
    .limit(outagesAtMost)
    .execute()
  const lasting = await gateways
    .select(['gateways.id as gateway_id', 'gateways.last_heartbeat_at as start_at'])
    .where('gateways.status', 'in', ['offline', 'disabled'])
    .execute()
  return [
    ...past,
    ...lasting.flatMap(({ gateway_id, start_at }) =>
      start_at === null ? [] : [{ gateway_id, start_at, end_at: null }],
    ),
  ]
}
