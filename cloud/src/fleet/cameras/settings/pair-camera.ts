import type { Camera } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { conflict, missing } from '../../../platform/errors.js'
import { notifyNodes } from '../../channel/node-notice.service.js'
import { reviseConfiguration } from '../../gateways/gateway-cameras.service.js'
import {
  type CameraChange,
  type CameraRow,
  findCamera,
  listStreams,
  lockCamera,
  replaceStreams,
  saveCamera,
} from '../camera.repository.js'
import type { CameraDeps, ProbeDeps } from '../camera-deps.js'
import { disabledCondition, initialCondition } from '../condition/camera.status.js'
import { storedConnection } from '../connection/stored-connection.js'
import { findGatewayProber } from '../probing/find-prober.js'
import { type ReachableCamera, requirePicture } from '../probing/probe-camera.js'
import { showCamera } from '../show-camera.js'
import { activeTier, streamColumns } from './camera-columns.js'

/**
 * Gives a camera that has no gateway to one. The gateway connects to it first, as to a new camera: without a picture
 * nothing changes. With the gateway that it has already, it stays as it is.
 * @throws AppError missing (camera, gateway); conflict for a camera with another gateway, or in direct mode; invalid
 *   with the cause and what to do; unavailable if too many cameras are checked there
 */
export async function pairCamera(
  deps: ProbeDeps,
  caller: Caller,
  id: string,
  gatewayId: string,
): Promise<Camera> {
  const { platform } = deps
  const { orgId } = caller
  const db = platform.database.forOrg(orgId)
  const camera = await findCamera(db, orgId, id)
  if (!camera) throw missing('camera')
  const gateway = await findGatewayProber(db, orgId, gatewayId)
  if (!gateway) throw missing('gateway')
  if (camera.gateway_id === gatewayId) return showCamera(camera)
  requireUnpaired(camera)
  const connection = storedConnection(deps, camera, await listStreams(db, orgId, id))
  const found = await requirePicture(deps, gateway, connection, { transport: camera.stream_transport })
  return platform.database.inOrg(orgId, async (tx) => {
    // The gateway's row before the camera's, as everywhere.
    const revision = await reviseConfiguration(tx, orgId, gatewayId)
    if (revision === undefined) throw missing('gateway')
    const locked = await lockCamera(tx, orgId, id)
    if (!locked) throw missing('camera')
    requireUnpaired(locked)
    const streams = streamColumns(connection, found)
    await replaceStreams(tx, orgId, id, streams)
    const saved = await saveCamera(tx, orgId, id, {
      gateway_id: gatewayId,
      config_revision: revision,
      active_tier: activeTier(locked, streams),
      identity: identityOf(locked, found),
      ...resetCondition(locked, platform.clock.now()),
    })
    await notifyNodes(tx, { kind: 'live_access', orgId })
    await audit(tx, caller, 'camera.paired', { id, gatewayId })
    return showCamera(saved)
  })
}

/**
 * Takes a camera from its gateway, which lets it go. It keeps its settings and credentials, and is pending until it
 * is paired again. One without a gateway stays as it is.
 * @throws AppError missing; conflict for a camera in direct mode
 */
export async function unpairCamera({ platform }: CameraDeps, caller: Caller, id: string): Promise<Camera> {
  const { orgId } = caller
  const read = await findCamera(platform.database.forOrg(orgId), orgId, id)
  if (!read) throw missing('camera')
  requireGatewayMode(read)
  const { gateway_id: gatewayId } = read
  if (gatewayId === null) return showCamera(read)
  return platform.database.inOrg(orgId, async (tx) => {
    await reviseConfiguration(tx, orgId, gatewayId)
    const camera = await lockCamera(tx, orgId, id)
    if (!camera) throw missing('camera')
    if (camera.gateway_id !== gatewayId) throw conflict('the camera was moved meanwhile; try again')
    const saved = await saveCamera(tx, orgId, id, {
      gateway_id: null,
      ...resetCondition(camera, platform.clock.now()),
    })
    await notifyNodes(tx, { kind: 'live_access', orgId })
    await audit(tx, caller, 'camera.unpaired', { id, gatewayId })
    return showCamera(saved)
  })
}

function requireUnpaired(camera: CameraRow): void {
  requireGatewayMode(camera)
  if (camera.gateway_id !== null) throw conflict('the camera has another gateway: unpair it first')
}

function requireGatewayMode({ connection_mode: mode }: CameraRow): void {
  if (mode !== 'gateway')
    throw conflict('the camera is in direct mode: it is served by a relay, not a gateway')
}

/** Nothing is known of it from here on. */
function resetCondition({ enabled }: CameraRow, nowMs: number): CameraChange {
  const { observed, shown } = enabled ? initialCondition : disabledCondition
  return {
    observed_status: observed,
    status: shown,
    status_cause: null,
    status_message: null,
    status_changed_at: new Date(nowMs),
    diagnostics: '{}',
    reported_at: null,
  }
}

function identityOf({ identity }: CameraRow, { serial }: ReachableCamera): string {
  return JSON.stringify(serial === null ? identity : { ...identity, serial })
}

async function audit(
  tx: Tx,
  caller: Caller,
  action: string,
  { id, gatewayId }: { id: string; gatewayId: string },
): Promise<void> {
  const data = { gateway_id: gatewayId }
  await recordAudit(tx, caller, action, { target: { kind: 'camera', id }, data })
}
