import type { Camera, CameraCreate } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import { findGatewayForCamera, hasSite, reviseConfiguration } from '../gateways/gateway-cameras.service.js'
import type { Caller } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { invalid, missing } from '../platform/errors.js'
import { insertCamera, replaceStreams } from './camera.repository.js'
import { beginning, switchedOff } from './camera.status.js'
import { activeTier, settingColumns, streamColumns } from './camera-columns.js'
import { type Connection, readConnection } from './camera-connection.js'
import type { CameraDeps } from './camera-deps.js'
import { type ReachableCamera, requirePicture } from './probe-camera.js'
import { showCamera } from './show-camera.js'
import { storeCredentials } from './stored-credentials.js'

/**
 * Adds a camera behind a gateway. The gateway connects to it first; nothing is stored unless it sent a picture.
 * @throws AppError missing (site, gateway); invalid with the cause and what to do
 */
export async function createCamera(deps: CameraDeps, caller: Caller, body: CameraCreate): Promise<Camera> {
  if (body.connection_mode === 'direct') {
    throw invalid('connection_mode: direct is not available yet; use gateway')
  }
  const { database } = deps.platform
  const db = database.forOrg(caller.orgId)
  if (!(await hasSite(db, caller.orgId, body.site_id))) throw missing('site')
  const gateway = await findGatewayForCamera(db, caller.orgId, body.gateway_id ?? '')
  if (!gateway) throw missing('gateway')
  if (typeof body.prompt_pack_id === 'string') throw missing('prompt pack')
  const reading = readConnection(body.type, body, null)
  if (!reading.ok) throw invalid(reading.problem)
  const { connection } = reading
  const found = await requirePicture(
    deps,
    { ...gateway, orgId: caller.orgId },
    connection,
    body.stream_transport ?? 'tcp',
  )
  return database.inOrg(caller.orgId, (tx) =>
    storeCamera(deps, tx, caller, body, gateway.id, connection, found),
  )
}

async function storeCamera(
  { platform }: CameraDeps,
  tx: Tx,
  caller: Caller,
  body: CameraCreate,
  gatewayId: string,
  connection: Connection,
  found: ReachableCamera,
): Promise<Camera> {
  const { orgId } = caller
  // Both may have gone while the gateway looked at the camera.
  if (!(await hasSite(tx, orgId, body.site_id))) throw missing('site')
  const revision = await reviseConfiguration(tx, orgId, gatewayId)
  if (revision === undefined) throw missing('gateway')
  const id = uuidv7()
  const streams = streamColumns(connection, found)
  const { observed, shown } = body.enabled === false ? switchedOff : beginning
  const row = await insertCamera(tx, {
    org_id: orgId,
    id,
    site_id: body.site_id,
    gateway_id: gatewayId,
    name: body.name,
    connection_mode: 'gateway',
    type: body.type,
    status: shown,
    observed_status: observed,
    host: connection.host,
    port: connection.port,
    identity: JSON.stringify(found.serial === null ? {} : { serial: found.serial }),
    active_tier: activeTier(body.detection_stream ?? 'sub', streams),
    config_revision: revision,
    ...storeCredentials(platform.secretBox, orgId, id, connection.credentials),
    ...settingColumns(body),
  })
  await replaceStreams(tx, orgId, id, streams)
  await recordAudit(
    tx,
    orgId,
    caller.actor,
    'camera.created',
    { kind: 'camera', id },
    {
      name: body.name,
      type: body.type,
      gateway_id: gatewayId,
    },
  )
  return showCamera(row)
}
