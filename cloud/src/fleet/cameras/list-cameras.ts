import type { Camera, CameraListQuery } from '@sightline/protocol'
import { z } from 'zod'
import { type Caller, requireSite } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { missing } from '../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../platform/pagination/page.js'
import type { Platform } from '../../platform/platform.js'
import { findGateway, siteExists } from '../gateways/gateway-cameras.service.js'
import { type CameraFilter, type CameraRow, countCameras, listCameraRows } from './camera.repository.js'
import { showCamera } from './show-camera.js'

const Position = z.object({ createdAt: z.string(), id: z.uuid() })

/**
 * @throws AppError missing for a site or a gateway that is not there; forbidden for a site outside the caller's scope;
 *   invalid for a foreign cursor
 */
export async function listCameras(
  { database, keys }: Pick<Platform, 'database' | 'keys'>,
  caller: Caller,
  query: CameraListQuery,
): Promise<Page<Camera>> {
  const { cursor, limit } = query
  const db = database.serving('reads').forOrg(caller.orgId)
  const filter = await cameraFilterOf(db, caller, query)
  const list = `cameras ${caller.orgId} ${JSON.stringify(filter)}`
  const after = cursor === undefined ? null : decodeCursor(keys, list, cursor, Position)
  const rows = await listCameraRows(db, caller, filter, { after, limit: limit + 1 })
  const total = await countCameras(db, caller, filter)
  const positionOf = (row: CameraRow) => ({ createdAt: row.created_at.toISOString(), id: row.id })
  return toPage(rows, { limit, total, keys, list, positionOf, toItem: showCamera })
}

/** What a filter names must be there, and be the caller's. @throws AppError as `listCameras` */
export async function cameraFilterOf(db: Db, caller: Caller, query: CameraListQuery): Promise<CameraFilter> {
  const { site_id: siteId, gateway_id: gatewayId, status, type, connection_mode } = query
  if (siteId !== undefined) {
    if (!(await siteExists(db, caller.orgId, siteId))) throw missing('site')
    requireSite(caller, siteId, 'site')
  }
  if (gatewayId !== undefined && !(await findGateway(db, caller.orgId, gatewayId))) throw missing('gateway')
  return { site_id: siteId, gateway_id: gatewayId, status, type, connection_mode }
}
