import type { Camera, CameraCreate } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { requirePromptPack } from '../analysis/prompt-pack.service.js'
import { recordAudit } from '../audit/audit.service.js'
import { hasSite, reviseConfiguration } from '../gateways/gateway-cameras.service.js'
import type { Caller } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { invalid, missing } from '../platform/errors.js'
import { shareOut } from '../relays/lease.service.js'
import { insertCamera, replaceStreams } from './camera.repository.js'
import { beginning, switchedOff } from './camera.status.js'
import { activeTier, settingColumns, streamColumns, usualStreams, wantedStreams } from './camera-columns.js'
import { type Connection, readConnection } from './camera-connection.js'
import type { CameraDeps } from './camera-deps.js'
import { requireDirectAddress } from './direct-address.js'
import { directCameraChanged } from './direct-camera.service.js'
import { requireNamedGateway } from './find-prober.js'
import { type ReachableCamera, requirePicture } from './probe-camera.js'
import { showCamera } from './show-camera.js'
import { storeCredentials } from './stored-credentials.js'

/**
 * Adds a camera. Behind a gateway, the gateway connects to it first, and nothing is stored unless it sent a picture.
 * In direct mode it is stored at once, and some relay connects to it: it is pending until that relay has reported.
 * @throws AppError missing (site, gateway, prompt pack); invalid with the cause and what to do
 */
export async function createCamera(deps: CameraDeps, caller: Caller, body: CameraCreate): Promise<Camera> {
  const { orgId } = caller
  const db = deps.platform.database.forOrg(orgId)
  if (!(await hasSite(db, orgId, body.site_id))) throw missing('site')
  const gateway = await requireNamedGateway(deps, orgId, body)
  await requirePromptPack(db, orgId, body.prompt_pack_id)
  const reading = readConnection(body.type, body, null)
  if (!reading.ok) throw invalid(reading.problem)
  const { connection } = reading
  if (!gateway) await requireDirectAddress(deps, connection)
  const found = gateway && (await requirePicture(deps, gateway, connection, body.stream_transport ?? 'tcp'))
  return deps.platform.database.inOrg(orgId, (tx) =>
    storeCamera(deps, tx, caller, body, { gatewayId: gateway?.id ?? null, connection, found }),
  )
}

/** A camera on its way into the database. */
interface NewCamera {
  /** Null in direct mode. */
  gatewayId: string | null
  connection: Connection
  /** What was found there; null for a camera that nobody has looked at yet. */
  found: ReachableCamera | null
  /** By a person at the site, in the name of the caller. */
  proposedOnSite?: boolean
}

/**
 * Stores a camera that was looked at, tells its gateway, and audits it.
 * @throws AppError missing (site, gateway, prompt pack)
 */
export async function storeCamera(
  { platform }: Pick<CameraDeps, 'platform'>,
  tx: Tx,
  caller: Pick<Caller, 'orgId' | 'actor'>,
  body: CameraCreate,
  { gatewayId, connection, found, proposedOnSite = false }: NewCamera,
): Promise<Camera> {
  const { orgId } = caller
  // Both may have gone while the gateway looked at the camera.
  if (!(await hasSite(tx, orgId, body.site_id))) throw missing('site')
  await requirePromptPack(tx, orgId, body.prompt_pack_id)
  const revision = gatewayId === null ? 1 : await reviseConfiguration(tx, orgId, gatewayId)
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
    connection_mode: gatewayId === null ? 'direct' : 'gateway',
    type: body.type,
    status: shown,
    observed_status: observed,
    host: connection.host,
    port: connection.port,
    identity: JSON.stringify(found?.serial ? { serial: found.serial } : {}),
    active_tier: activeTier(wantedStreams(usualStreams, body), streams),
    config_revision: revision,
    ...storeCredentials(platform.secretBox, orgId, id, connection.credentials),
    ...settingColumns(body),
  })
  await replaceStreams(tx, orgId, id, streams)
  if (gatewayId === null) {
    await shareOut(tx, orgId, id)
    await directCameraChanged(tx)
  }
  const { name, type } = body
  const target = { kind: 'camera', id } as const
  const how = proposedOnSite ? { proposed_by_gateway: true } : {}
  await recordAudit(tx, orgId, caller.actor, 'camera.created', target, {
    name,
    type,
    gateway_id: gatewayId,
    ...how,
  })
  return showCamera(row)
}
