import type { Camera } from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { type Caller, requireSite } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import { conflict, missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { notifyNodes } from '../channel/node-notice.service.js'
import { reviseConfiguration } from '../gateways/gateway-cameras.service.js'
import { type CameraRow, findCamera, lockCamera, markCameraDeleted } from './camera.repository.js'
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
