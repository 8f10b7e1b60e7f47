import type { Camera, CameraListQuery } from '@sightline/protocol'
import { z } from 'zod'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { type Caller, requireSite } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import { conflict, missing } from '../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../platform/pagination/page.js'
import type { Platform } from '../../platform/platform.js'
import { notifyNodes } from '../channel/node-notice.service.js'
import { findGateway, reviseConfiguration, siteExists } from '../gateways/gateway-cameras.service.js'
import {
  type CameraRow,
  countCameras,
  findCamera,
  listCameraRows,
  lockCamera,
  markCameraDeleted,
} from './camera.repository.js'
import { notifyRelays } from './configuration/direct-camera.service.js'
import { showCamera } from './show-camera.js'

export {
  type CameraPlace,
  type CameraRow,
  type CameraStreamRow,
  findCamera,
  listCameraPlaces,
  listStreams,
} from './camera.repository.js'

const Position = z.object({ createdAt: z.string(), id: z.uuid() })

/**
 * @throws AppError missing for a site or a gateway that is not there; forbidden for a site outside the caller's scope;
 *   invalid for a foreign cursor
 */
export async function listCameras(
  { database, keys }: Platform,
  caller: Caller,
  query: CameraListQuery,
): Promise<Page<Camera>> {
  const { cursor, limit, ...filter } = query
  const db = database.serving('reads').forOrg(caller.orgId)
  await requireFiltered(db, caller, filter)
  const list = `cameras ${caller.orgId} ${JSON.stringify(filter)}`
  const after = cursor === undefined ? null : decodeCursor(keys, list, cursor, Position)
  const rows = await listCameraRows(db, caller, filter, { after, limit: limit + 1 })
  const total = await countCameras(db, caller, filter)
  const positionOf = (row: CameraRow) => ({ createdAt: row.created_at.toISOString(), id: row.id })
  return toPage(rows, { limit, total, keys, list, positionOf, toItem: showCamera })
}

/** What a filter names must be there, and be the caller's. */
async function requireFiltered(
  db: Db,
  caller: Caller,
  { site_id: siteId, gateway_id: gatewayId }: Pick<CameraListQuery, 'site_id' | 'gateway_id'>,
): Promise<void> {
  if (siteId !== undefined) {
    if (!(await siteExists(db, caller.orgId, siteId))) throw missing('site')
    requireSite(caller, siteId, 'site')
  }
  if (gatewayId !== undefined && !(await findGateway(db, caller.orgId, gatewayId))) throw missing('gateway')
}

export async function getCamera({ database }: Platform, caller: Caller, id: string): Promise<Camera> {
  return showCamera(await requireCamera(database.forOrg(caller.orgId), caller, id))
}

/** Removes a camera. Its events and recordings stay; its gateway or relay drops it. */
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
    if (isDirect) await notifyRelays(tx)
    await notifyNodes(tx, { kind: 'live_access', orgId })
    await recordAudit(tx, caller, 'camera.deleted', { target: { kind: 'camera', id } })
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
