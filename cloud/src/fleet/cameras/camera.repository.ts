import type { CameraListQuery } from '@sightline/protocol'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Scope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { CameraStreamTable, CameraTable } from './camera.table.js'
import type { Connection } from './connection/camera-connection.js'

export type CameraRow = Selectable<CameraTable>
export type CameraStreamRow = Selectable<CameraStreamTable>

/** Where the next page begins. */
interface CameraCursor {
  createdAt: string
  id: string
}

export type CameraFilter = Omit<CameraListQuery, 'cursor' | 'limit' | 'updated_since'> & {
  /** These alone. */
  readonly ids?: readonly string[]
}

/** Cameras that are not deleted, oldest first, in the sites of the scope. */
export async function listCameraRows(
  db: Db,
  scope: Scope,
  filter: CameraFilter,
  { after, limit }: { after: CameraCursor | null; limit: number },
): Promise<CameraRow[]> {
  if (scope.siteIds?.length === 0) return []
  return matching(db, scope, filter)
    .selectAll()
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) > (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** How many cameras the filter and the scope admit. */
export async function countCameras(db: Db, scope: Scope, filter: CameraFilter): Promise<number> {
  if (scope.siteIds?.length === 0) return 0
  const row = await matching(db, scope, filter)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

function matching(db: Db, scope: Scope, filter: CameraFilter) {
  let query = db
    .selectFrom('cameras')
    .where('org_id', '=', scope.orgId)
    .where('deleted_at', 'is', null)
    .$if(scope.siteIds !== null, (some) =>
      some.where('site_id', '=', sql<string>`any(${[...(scope.siteIds ?? [])]}::uuid[])`),
    )
  if (filter.site_id !== undefined) query = query.where('site_id', '=', filter.site_id)
  if (filter.gateway_id !== undefined) query = query.where('gateway_id', '=', filter.gateway_id)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.type !== undefined) query = query.where('type', '=', filter.type)
  if (filter.connection_mode !== undefined) {
    query = query.where('connection_mode', '=', filter.connection_mode)
  }
  if (filter.ids) query = query.where('id', '=', sql<string>`any(${[...filter.ids]}::uuid[])`)
  return query
}

/** Cameras of one site, in pages. */
interface CamerasOfSite {
  readonly siteId: string
  /** They stood there by then. */
  readonly knownAt: Date
  readonly after: { readonly at: string; readonly id: string } | null
  readonly limit: number
}

/** Cameras of a site that stood there at a moment and still do, oldest first. */
export async function camerasOfSite(
  db: Db,
  orgId: string,
  { siteId, knownAt, after, limit }: CamerasOfSite,
): Promise<{ id: string; at: string }[]> {
  const rows = await matching(db, { orgId, siteIds: [siteId] }, {})
    .select(['id', 'created_at'])
    .where(
      sql<boolean>`exists (select from camera_placements as place
        where place.org_id = ${orgId} and place.camera_id = cameras.id and place.site_id = ${siteId}
          and place.from_at <= ${knownAt})`,
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, at: row.created_at.toISOString() }))
}

/** A camera that is not deleted. */
export async function findCamera(db: Db, orgId: string, id: string): Promise<CameraRow | undefined> {
  return cameraById(db, orgId, id).executeTakeFirst()
}

/** Where a camera stands, and whether it is on. */
export type CameraPlace = Pick<CameraRow, 'id' | 'site_id' | 'enabled'>

/** Those of the cameras that are not deleted. */
export async function listCameraPlaces(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<CameraPlace[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('cameras')
    .select(['id', 'site_id', 'enabled'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
}

/** As `findCamera`, locked against other changes until the transaction ends. */
export async function lockCamera(tx: Tx, orgId: string, id: string): Promise<CameraRow | undefined> {
  return cameraById(tx, orgId, id).forNoKeyUpdate().executeTakeFirst()
}

function cameraById(db: Db, orgId: string, id: string) {
  return db
    .selectFrom('cameras')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
}

/** A camera of the gateway that has this channel of this ONVIF service, or this main stream. */
export async function findCameraAt(
  tx: Tx,
  { orgId, gatewayId }: { orgId: string; gatewayId: string },
  connection: Connection,
  mainUrl: string | null,
): Promise<Pick<CameraRow, 'id' | 'name'> | undefined> {
  const { host, port } = connection
  return tx
    .selectFrom('cameras as c')
    .leftJoin('camera_streams as s', (join) =>
      join
        .onRef('s.org_id', '=', 'c.org_id')
        .onRef('s.camera_id', '=', 'c.id')
        .on('s.role', '=', 'main')
        .on('s.url', '=', mainUrl ?? ''),
    )
    .select(['c.id', 'c.name'])
    .where('c.org_id', '=', orgId)
    .where('c.gateway_id', '=', gatewayId)
    .where('c.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('s.camera_id', 'is not', null),
        ...(connection.type === 'onvif'
          ? [
              eb.and([
                eb('c.type', '=', connection.type),
                eb('c.host', '=', host),
                eb('c.port', '=', port),
                eb('c.onvif_channel', 'is not distinct from', connection.channel),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
}

export async function insertCamera(tx: Tx, camera: Insertable<CameraTable>): Promise<CameraRow> {
  return tx.insertInto('cameras').values(camera).returningAll().executeTakeFirstOrThrow()
}

/** Columns that a change of a camera may write; undefined ones stay as they are. */
export type CameraChange = {
  [Column in keyof Updateable<CameraTable>]?: Updateable<CameraTable>[Column] | undefined
}

export async function saveCamera(
  tx: Tx,
  orgId: string,
  id: string,
  change: CameraChange,
): Promise<CameraRow> {
  return tx
    .updateTable('cameras')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks a camera as deleted and forgets its credentials; events and recordings keep its row. */
export async function markCameraDeleted(
  tx: Tx,
  orgId: string,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await tx
    .updateTable('cameras')
    .set({
      deleted_at: sql<Date>`now()`,
      credentials: null,
      credentials_key_id: null,
      ...(revision === undefined ? {} : { config_revision: revision }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

export async function listStreams(db: Db, orgId: string, cameraId: string): Promise<CameraStreamRow[]> {
  return db
    .selectFrom('camera_streams')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .execute()
}

/** The streams of a camera become exactly these. */
export async function replaceStreams(
  tx: Tx,
  orgId: string,
  cameraId: string,
  streams: readonly Omit<CameraStreamRow, 'org_id' | 'camera_id'>[],
): Promise<void> {
  await tx
    .deleteFrom('camera_streams')
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .execute()
  if (streams.length === 0) return
  await tx
    .insertInto('camera_streams')
    .values(streams.map((stream) => ({ ...stream, org_id: orgId, camera_id: cameraId })))
    .execute()
}

/** Takes the camera's one trigger in five seconds. False if it was taken already. */
export async function takeTrigger(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('cameras')
    .set({ last_trigger_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_trigger_at', 'is', null),
        eb('last_trigger_at', '<=', sql<Date>`now() - interval '5 seconds'`),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
