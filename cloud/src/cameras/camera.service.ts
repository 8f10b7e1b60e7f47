import type { Camera, CameraListQuery } from '@sightline/protocol'
import { z } from 'zod'
import { recordAudit } from '../audit/audit.service.js'
import { reviseConfiguration } from '../gateways/gateway-cameras.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import type { Db, Tx } from '../platform/database/database.js'
import { conflict, missing } from '../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../platform/pagination.js'
import type { Platform } from '../platform/platform.js'
import {
  type CameraRow,
  countCameras,
  findCamera,
  listCameraRows,
  lockCamera,
  markCameraDeleted,
} from './camera.repository.js'
import { directCameraChanged } from './direct-camera.service.js'
import { showCamera } from './show-camera.js'

const Place = z.object({ createdAt: z.string(), id: z.uuid() })

/** @throws AppError forbidden for a site outside the caller's scope; invalid for a foreign cursor */
export async function listCameras(
  { database, keys }: Platform,
  caller: Caller,
  query: CameraListQuery,
): Promise<Page<Camera>> {
  const { cursor, limit, ...filter } = query
  if (filter.site_id !== undefined) requireSite(caller, filter.site_id, 'site')
  const db = database.forOrg(caller.orgId)
  const list = `cameras ${caller.orgId} ${JSON.stringify(filter)}`
  const after = cursor === undefined ? null : decodeCursor(keys, list, cursor, Place)
  const rows = await listCameraRows(db, caller, filter, after, limit + 1)
  const total = await countCameras(db, caller, filter)
  const placeOf = (row: CameraRow) => ({ createdAt: row.created_at.toISOString(), id: row.id })
  return toPage(rows, { limit, total, keys, list, placeOf, toItem: showCamera })
}

export async function getCamera({ database }: Platform, caller: Caller, id: string): Promise<Camera> {
  return showCamera(await requireCamera(database.forOrg(caller.orgId), caller, id))
}

/** Removes a camera. Its events and recordings stay; its gateway or relay is told to let it go. */
export async function deleteCamera({ database }: Platform, caller: Caller, id: string): Promise<void> {
  const { orgId } = caller
  const read = await findCamera(database.forOrg(orgId), orgId, id)
  if (!read) throw missing('camera')
  await database.inOrg(orgId, async (tx) => {
    // The gateway's row before the camera's, as everywhere.
    const ofGateway =
      read.gateway_id === null ? undefined : await reviseConfiguration(tx, orgId, read.gateway_id)
    const camera = await lockCamera(tx, orgId, id)
    if (!camera) throw missing('camera')
    if (camera.gateway_id !== read.gateway_id) throw conflict('the camera was moved meanwhile; try again')
    const isDirect = camera.connection_mode === 'direct'
    await markCameraDeleted(tx, orgId, id, isDirect ? camera.config_revision + 1 : ofGateway)
    if (isDirect) await directCameraChanged(tx)
    await recordAudit(tx, orgId, caller.actor, 'camera.deleted', { kind: 'camera', id })
  })
}

/**
 * A camera that the caller may see.
 * @throws AppError missing, or forbidden outside the caller's sites
 */
export async function requireCamera(db: Db, caller: Caller, id: string): Promise<CameraRow> {
  const camera = await findCamera(db, caller.orgId, id)
  if (!camera) throw missing('camera')
  requireSite(caller, camera.site_id, 'camera')
  return camera
}

/** As `requireCamera`, locked against other changes until the transaction ends. */
export async function requireLockedCamera(tx: Tx, caller: Caller, id: string): Promise<CameraRow> {
  const camera = await lockCamera(tx, caller.orgId, id)
  if (!camera) throw missing('camera')
  requireSite(caller, camera.site_id, 'camera')
  return camera
}
