import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { CameraStreamTable, CameraTable } from '../camera.table.js'

/** Marks all cameras of a gateway as changed in a revision, so that they are sent to it again. */
export async function markCamerasChanged(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  revision: number,
): Promise<void> {
  await tx
    .updateTable('cameras')
    .set({ config_revision: revision })
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .execute()
}

export type ConfiguredCamera = Selectable<CameraTable> & { streams: Selectable<CameraStreamTable>[] }

/** The cameras of a gateway that changed after a revision, with the deleted ones, oldest change first. */
export async function listChangedCameras(
  db: Db,
  orgId: string,
  gatewayId: string,
  after: number,
): Promise<ConfiguredCamera[]> {
  const cameras = await db
    .selectFrom('cameras')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('config_revision', '>', after)
    .orderBy('config_revision')
    .orderBy('id')
    .execute()
  return withStreams(db, orgId, cameras)
}

/** A camera in direct mode that is to be watched. */
export async function findDirectCamera(
  db: Db,
  orgId: string,
  id: string,
): Promise<ConfiguredCamera | undefined> {
  const camera = await db
    .selectFrom('cameras')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('connection_mode', '=', 'direct')
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const [configured] = await withStreams(db, orgId, camera ? [camera] : [])
  return configured
}

async function withStreams(
  db: Db,
  orgId: string,
  cameras: Selectable<CameraTable>[],
): Promise<ConfiguredCamera[]> {
  if (cameras.length === 0) return []
  const streams = await db
    .selectFrom('camera_streams')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(
      'camera_id',
      'in',
      cameras.map(({ id }) => id),
    )
    .execute()
  const byCamera = new Map(cameras.map((camera) => [camera.id, { ...camera, streams: [] as typeof streams }]))
  for (const stream of streams) byCamera.get(stream.camera_id)?.streams.push(stream)
  return [...byCamera.values()]
}

/** The ids of all cameras of a gateway. */
export async function listCameraIds(db: Db, orgId: string, gatewayId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cameras')
    .select('id')
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest revision of a gateway and the key to which credentials are sealed for it. */
export async function findConfigurationHead(db: Db, orgId: string, gatewayId: string) {
  return db
    .selectFrom('gateways')
    .select(['config_revision', 'public_key'])
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
