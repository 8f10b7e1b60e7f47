import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'

/** Where a camera of a gateway is, and what its device says of itself. */
export interface CameraAddressRow {
  readonly host: string | null
  readonly port: number
  readonly serial: string | null
}

/** Those of the cameras of a gateway that are not deleted. */
export async function listCameraAddresses(
  db: Db,
  orgId: string,
  gatewayId: string,
): Promise<CameraAddressRow[]> {
  return db
    .selectFrom('cameras')
    .select(['host', 'port', sql<string | null>`identity ->> 'serial'`.as('serial')])
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .execute()
}
