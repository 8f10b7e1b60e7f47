import type { DiscoveredDevice } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'
import type { GatewayDiscoveryTable } from '../gateway.table.js'

/**
 * A scan begins; what the one before found stays until it ends.
 * @param givenUpBefore a scan that began before this and has not ended never will
 * @returns when it began; undefined while another one is under way, however many ask at once
 */
export async function saveScanBegun(
  db: Db,
  { orgId, gatewayId }: { orgId: string; gatewayId: string },
  givenUpBefore: Date,
): Promise<Date | undefined> {
  const begun = { started_at: sql<Date>`now()`, finished_at: null, error: null, seen: '[]' }
  const row = await db
    .insertInto('gateway_discoveries')
    .values({ org_id: orgId, gateway_id: gatewayId, ...begun })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'gateway_id'])
        .doUpdateSet(begun)
        .where((eb) =>
          eb.or([
            eb('gateway_discoveries.finished_at', 'is not', null),
            eb('gateway_discoveries.started_at', '<', givenUpBefore),
          ]),
        ),
    )
    .returning('started_at')
    .executeTakeFirst()
  return row?.started_at
}

/** A scan ended: with devices, or with an error and the devices of the scan before. */
export async function saveScanEnded(
  db: Db,
  { orgId, gatewayId, startedAt }: { orgId: string; gatewayId: string; startedAt: Date },
  end: { devices: readonly DiscoveredDevice[] } | { error: string },
): Promise<void> {
  await db
    .updateTable('gateway_discoveries')
    .set({
      finished_at: sql<Date>`now()`,
      seen: '[]',
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

/** Of a scan under way: devices, and bytes of them as stored. What is more comes with its result. */
const mostSeen = { devices: 256, bytes: 256 * 1024 } as const

/** Devices that the scan under way has just seen; nothing where none is. */
export async function saveSeen(
  db: Db,
  orgId: string,
  gatewayId: string,
  devices: readonly DiscoveredDevice[],
): Promise<void> {
  await db
    .updateTable('gateway_discoveries')
    .set({ seen: sql<string>`seen || ${JSON.stringify(devices)}::jsonb` })
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('finished_at', 'is', null)
    .where(
      sql<boolean>`jsonb_array_length(seen) < ${mostSeen.devices} and pg_column_size(seen) < ${mostSeen.bytes}`,
    )
    .execute()
}
