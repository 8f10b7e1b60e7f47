import type { Camera, CameraPatch } from '@sightline/protocol'
import { requirePromptPack } from '../analysis/prompt-pack.service.js'
import { recordAudit } from '../audit/audit.service.js'
import { hasSite, reviseConfiguration } from '../gateways/gateway-cameras.service.js'
import type { Caller } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { conflict, invalid, missing } from '../platform/errors.js'
import { shareOut } from '../relays/lease.service.js'
import { requireSites } from '../sites/site.service.js'
import {
  type CameraChange,
  type CameraRow,
  type CameraStreamRow,
  findCamera,
  listStreams,
  lockCamera,
  replaceStreams,
  saveCamera,
} from './camera.repository.js'
import { beginning, switchedOff } from './camera.status.js'
import { activeTier, settingColumns, streamColumns, wantedStreams } from './camera-columns.js'
import { type Connection, changesConnection, readConnection } from './camera-connection.js'
import type { CameraDeps } from './camera-deps.js'
import { requireOwnPassword } from './carried-password.js'
import { requireDirectAddress } from './direct-address.js'
import { directCameraChanged } from './direct-camera.service.js'
import { findGatewayProber } from './find-prober.js'
import { type Prober, type ReachableCamera, requirePicture, requireRelay } from './probe-camera.js'
import { showCamera } from './show-camera.js'
import { storedConnection } from './stored-connection.js'
import { storeCredentials } from './stored-credentials.js'

/** A connection that was tried, with what was found there. */
interface Proven {
  connection: Connection
  found: ReachableCamera
}

/**
 * Changes a camera. Another address or other credentials are tried through its gateway, or a relay, first.
 * @throws AppError missing (camera, site); invalid with the cause and what to do
 */
export async function updateCamera(
  deps: CameraDeps,
  caller: Caller,
  id: string,
  patch: CameraPatch,
): Promise<Camera> {
  const { database } = deps.platform
  const { orgId } = caller
  const db = database.forOrg(orgId)
  const camera = await findCamera(db, orgId, id)
  if (!camera) throw missing('camera')
  await requirePromptPack(db, orgId, patch.prompt_pack_id)
  if (patch.site_id !== undefined && !(await hasSite(db, orgId, patch.site_id))) throw missing('site')
  const proven = changesConnection(patch, camera.type)
    ? await proveConnection(deps, camera, await listStreams(db, orgId, id), patch)
    : null
  return database.inOrg(orgId, (tx) => storeChange(deps, tx, caller, camera, patch, proven))
}

async function proveConnection(
  deps: CameraDeps,
  camera: CameraRow,
  streams: CameraStreamRow[],
  patch: CameraPatch,
): Promise<Proven> {
  const before = storedConnection(deps, camera, streams)
  const reading = readConnection(camera.type, patch, before)
  if (!reading.ok) throw invalid(reading.problem)
  const { connection } = reading
  if (camera.connection_mode === 'direct') {
    await requireDirectAddress(deps, connection)
    requireOwnPassword(patch, before, connection)
  }
  const prober = await findProber(deps, camera)
  const transport = patch.stream_transport ?? camera.stream_transport
  return { connection, found: await requirePicture(deps, prober, connection, transport) }
}

/** Who can try the change: the camera's gateway, or some relay. */
async function findProber(deps: CameraDeps, camera: CameraRow): Promise<Prober> {
  const { org_id: orgId, gateway_id: gatewayId } = camera
  if (camera.connection_mode === 'direct') return requireRelay(deps, orgId)
  const db = deps.platform.database.forOrg(orgId)
  const gateway = gatewayId === null ? undefined : await findGatewayProber(db, orgId, gatewayId)
  if (!gateway) throw invalid('this camera has no gateway that could check the change: pair it first')
  return gateway
}

async function storeChange(
  { platform }: CameraDeps,
  tx: Tx,
  caller: Caller,
  read: CameraRow,
  patch: CameraPatch,
  proven: Proven | null,
): Promise<Camera> {
  const { orgId } = caller
  await requirePromptPack(tx, orgId, patch.prompt_pack_id)
  // The gateway's row before the camera's, as everywhere.
  const isConfiguration = concernsGateway(patch, proven)
  const ofGateway =
    read.gateway_id !== null && isConfiguration
      ? await reviseConfiguration(tx, orgId, read.gateway_id)
      : undefined
  const camera = await lockCamera(tx, orgId, read.id)
  if (!camera) throw missing('camera')
  const isForRelay = camera.connection_mode === 'direct' && isConfiguration
  const revision = isForRelay ? camera.config_revision + 1 : ofGateway
  if (camera.gateway_id !== read.gateway_id) throw conflict('the camera was moved meanwhile; try again')
  const streams = proven
    ? streamColumns(proven.connection, proven.found)
    : await listStreams(tx, orgId, camera.id)
  // It may have been deleted since it was looked for.
  if (patch.site_id !== undefined) await requireSites(tx, orgId, [patch.site_id])
  const saved = await saveCamera(tx, orgId, camera.id, {
    ...settingColumns(patch),
    ...statusColumns(camera, patch, platform.clock.now()),
    name: patch.name,
    site_id: patch.site_id,
    config_revision: revision,
    ...(proven === null
      ? {}
      : {
          host: proven.connection.host,
          port: proven.connection.port,
          ...storeCredentials(platform.secretBox, orgId, camera.id, proven.connection.credentials),
        }),
    active_tier: activeTier(wantedStreams(camera, patch), streams),
  })
  if (proven) await replaceStreams(tx, orgId, camera.id, streams)
  if (isForRelay) {
    if (saved.enabled && !camera.enabled) await shareOut(tx, orgId, camera.id)
    await directCameraChanged(tx)
  }
  await recordAudit(
    tx,
    orgId,
    caller.actor,
    'camera.updated',
    { kind: 'camera', id: camera.id },
    // Names only: among the values are passwords.
    { fields: Object.keys(patch) },
  )
  return showCamera(saved)
}

/** What the cloud alone works with; everything else is part of what its gateway or relay is told. */
const ownOfCloud = new Set([
  'site_id',
  'status',
  'ai_analysis_mode',
  'ai_pass_mode',
  'prompt_pack_id',
  'ai_provider_override',
  'ai_model_override',
])

function concernsGateway(patch: CameraPatch, proven: Proven | null): boolean {
  return proven !== null || Object.keys(patch).some((key) => !ownOfCloud.has(key))
}

/** A status that is set stands; one that is not follows from switching the camera on or off. */
function statusColumns(camera: CameraRow, patch: CameraPatch, nowMs: number): CameraChange {
  const switched = patch.enabled !== undefined && patch.enabled !== camera.enabled
  const begun = patch.enabled === true ? beginning : switchedOff
  const observed = switched ? begun.observed : camera.observed_status
  const shown = patch.status ?? (switched ? begun.shown : camera.status)
  const changed = observed !== camera.observed_status || shown !== camera.status
  return {
    observed_status: observed,
    status: shown,
    ...(changed && { status_changed_at: new Date(nowMs) }),
    // What was said of it before it was switched off or on is of no interest.
    ...(switched && { status_cause: null, status_message: null }),
  }
}
