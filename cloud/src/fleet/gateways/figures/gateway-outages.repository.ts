import type { Db } from '../../../platform/database/handles.js'

/** A time in which a gateway was off line; null: it still is. */
export interface GatewayOutage {
  readonly gateway_id: string
  readonly start_at: Date
  readonly end_at: Date | null
}

/** Of one gateway each takes the grace period at least, and many of a whole organisation are told apart by nobody. */
const outagesAtMost = 5_000

/** Outages of these gateways that touch the time since `from`, in their order: those that are over, then the one that lasts. */
export async function listGatewayOutages(
  db: Db,
  orgId: string,
  gatewayIds: readonly string[],
  from: Date,
): Promise<GatewayOutage[]> {
  if (gatewayIds.length === 0) return []
  const past = await db
    .selectFrom('gateway_outages')
    .select(['gateway_id', 'start_at', 'end_at'])
    .where('org_id', '=', orgId)
    .where('gateway_id', 'in', [...gatewayIds])
    .where('end_at', '>', from)
    .orderBy('gateway_id')
    .orderBy('start_at')
    .limit(outagesAtMost)
    .execute()
  const lasting = await db
    .selectFrom('gateways')
    .select(['id as gateway_id', 'last_heartbeat_at as start_at'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...gatewayIds])
    .where('status', 'in', ['offline', 'disabled'])
    .execute()
  return [
    ...past,
    ...lasting.flatMap(({ gateway_id, start_at }) =>
      start_at === null ? [] : [{ gateway_id, start_at, end_at: null }],
    ),
  ]
}
