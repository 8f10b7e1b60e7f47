import type { DiscoveredDevice } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/database/database.js'
import type { GatewayDiscoveryTable } from './gateway.table.js'

/** A scan begins; what the one before found stays until it ends. */
export async function saveScanBegun(db: Db, orgId: string, gatewayId: string): Promise<Date> {
  const begun = { started_at: sql<Date>`now()`, finished_at: null, error: null }
  const row = await db
    .insertInto('gateway_discoveries')
    .values({ org_id: orgId, gateway_id: gatewayId, ...begun })
    .onConflict((conflict) => conflict.columns(['org_id', 'gateway_id']).doUpdateSet(begun))
    .returning('started_at')
    .executeTakeFirstOrThrow()
  return row.started_at
}

/** A scan ended: with devices, or with an error and the devices of the scan before. */
export async function saveScanEnded(
  db: Db,
  orgId: string,
  gatewayId: string,
  startedAt: Date,
  end: { devices: readonly DiscoveredDevice[] } | { error: string },
): Promise<void> {
  await db
    .updateTable('gateway_discoveries')
    .set({
      finished_at: sql<Date>`now()`,
      ...('error' in end ? { error: end.error } : { devices: JSON.stringify(end.devices), error: null }),
    })
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where(sql<boolean>`date_trunc('milliseconds', started_at) = ${startedAt}`)
    .execute()
}

export async function findScan(
  db: Db,
  orgId: string,
  gatewayId: string,
): Promise<Selectable<GatewayDiscoveryTable> | undefined> {
  return db
    .selectFrom('gateway_discoveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst()
}
