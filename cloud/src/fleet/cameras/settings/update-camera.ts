import { isDeepStrictEqual } from 'node:util'
import type { Camera, CameraPatch, CameraSettings } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import { requireSites } from '../../../identity/sites/site.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { conflict, invalid, invalidField, missing } from '../../../platform/errors.js'
import { notifyNodes } from '../../channel/node-notice.service.js'
import { reviseConfiguration, siteExists } from '../../gateways/gateway-cameras.service.js'
import { offerToRelays } from '../../relays/leases/lease.service.js'
import {
  type CameraChange,
  type CameraRow,
  type CameraStreamRow,
  findCamera,
  listStreams,
  lockCamera,
  replaceStreams,
  saveCamera,
} from '../camera.repository.js'
import type { CameraDeps, CameraSettingsDeps, ProbeDeps } from '../camera-deps.js'
import { disabledCondition, initialCondition } from '../condition/camera.status.js'
import { notifyRelays } from '../configuration/direct-camera.service.js'
import {
  type Connection,
  changesConnection,
  channelColumn,
  readConnection,
} from '../connection/camera-connection.js'
import { requireDirectAddress } from '../connection/direct-address.js'
import { requirePasswordForNewHost } from '../connection/require-password-for-new-host.js'
import { storedConnection } from '../connection/stored-connection.js'
import { storeCredentials } from '../connection/stored-credentials.js'
import { findGatewayProber } from '../probing/find-prober.js'
import { type Prober, type ReachableCamera, requirePicture, requireRelay } from '../probing/probe-camera.js'
import { showCamera } from '../show-camera.js'
import { activeTier, mergeStreamSettings, settingColumns, streamColumns } from './camera-columns.js'

/** A connection that was probed, with what was found there. */
interface ProbedConnection {
  connection: Connection
  found: ReachableCamera
}

/**
 * Changes a camera. Another address or other credentials are probed through its gateway, or a relay, first.
 * @throws AppError missing (camera, site); conflict if it is not any more what the change was made of; invalid with the cause and what to do; unavailable if too many cameras are
 *   checked there
 */
export async function updateCamera(
  deps: CameraSettingsDeps,
  caller: Caller,
  id: string,
  { if_still: madeOf = {}, ...patch }: CameraPatch,
): Promise<Camera> {
  const { database } = deps.platform
  const { orgId } = caller
  const db = database.forOrg(orgId)
  const camera = await findCamera(db, orgId, id)
  if (!camera) throw missing('camera')
  await deps.onPromptPackChosen(db, orgId, patch.prompt_pack_id)
  if (patch.site_id !== undefined && !(await siteExists(db, orgId, patch.site_id))) throw missing('site')
  const probed = changesConnection(patch, camera.type)
    ? await probeConnection(deps, camera, await listStreams(db, orgId, id), patch)
    : null
  return database.inOrg(orgId, (tx) => storeChange(deps, tx, caller, { read: camera, patch, probed, madeOf }))
}

async function probeConnection(
  deps: ProbeDeps,
  camera: CameraRow,
  streams: CameraStreamRow[],
  patch: CameraPatch,
): Promise<ProbedConnection> {
  const before = storedConnection(deps, camera, streams)
  const reading = readConnection(camera.type, patch, before)
  if (!reading.ok) throw invalidField(reading.field, reading.problem)
  const { connection } = reading
  if (camera.connection_mode === 'direct') {
    await requireDirectAddress(deps, connection)
    requirePasswordForNewHost(patch, before, connection)
  }
  const prober = await findProber(deps, camera)
  const transport = patch.stream_transport ?? camera.stream_transport
  return { connection, found: await requirePicture(deps, prober, connection, { transport }) }
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

interface Change {
  /** The camera before it was locked. */
  read: CameraRow
  patch: CameraPatch
  probed: ProbedConnection | null
  /** What the camera must still be like. */
  madeOf: CameraSettings
}

async function storeChange(
  deps: CameraSettingsDeps,
  tx: Tx,
  caller: Caller,
  { read, patch, probed, madeOf }: Change,
): Promise<Camera> {
  const { platform } = deps
  const { orgId } = caller
  await deps.onPromptPackChosen(tx, orgId, patch.prompt_pack_id)
  // The gateway's row before the camera's, as everywhere.
  const isConfiguration = concernsGateway(patch, probed)
  const ofGateway =
    read.gateway_id !== null && isConfiguration
      ? await reviseConfiguration(tx, orgId, read.gateway_id)
      : undefined
  const camera = await lockCamera(tx, orgId, read.id)
  if (!camera) throw missing('camera')
  const isForRelay = camera.connection_mode === 'direct' && isConfiguration
  const revision = isForRelay ? camera.config_revision + 1 : ofGateway
  if (camera.gateway_id !== read.gateway_id) throw conflict('the camera was moved meanwhile; try again')
  requireStill(showCamera(camera), madeOf)
  const streams = probed
    ? streamColumns(probed.connection, probed.found)
    : await listStreams(tx, orgId, camera.id)
  // It may have been deleted since it was read.
  if (patch.site_id !== undefined) await requireSites(tx, orgId, [patch.site_id])
  const saved = await saveCamera(tx, orgId, camera.id, {
    ...settingColumns(patch),
    ...statusColumns(camera, patch, platform.clock.now()),
    name: patch.name,
    site_id: patch.site_id,
    config_revision: revision,
    ...(probed === null
      ? {}
      : {
          host: probed.connection.host,
          port: probed.connection.port,
          onvif_channel: channelColumn(probed.connection, probed.found),
          ...storeCredentials(platform.secretBox, orgId, camera.id, probed.connection.credentials),
        }),
    active_tier: activeTier(mergeStreamSettings(camera, patch), streams),
  })
  if (probed) await replaceStreams(tx, orgId, camera.id, streams)
  if (isForRelay) {
    if (saved.enabled && !camera.enabled) await offerToRelays(tx, orgId, camera.id)
    await notifyRelays(tx)
  }
  const isForViewers = saved.enabled !== camera.enabled || saved.site_id !== camera.site_id
  if (isForViewers) await notifyNodes(tx, { kind: 'live_access', orgId })
  await recordAudit(tx, caller, 'camera.updated', {
    target: { kind: 'camera', id: camera.id },
    data: { fields: Object.keys(patch) }, // Names only: among the values are passwords.
  })
  return showCamera(saved)
}

/** @throws AppError conflict if one of the settings is otherwise by now */
function requireStill(camera: Camera, madeOf: CameraSettings): void {
  const changed = Object.entries(madeOf)
    .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(Reflect.get(camera, field), value))
    .map(([field]) => field)
  if (changed.length > 0)
    throw conflict(
      `changed by somebody else meanwhile: ${changed.join(', ')}; read the camera and change it again`,
    )
}

/** What the cloud alone works with; everything else is part of what is sent to its gateway or relay. */
const cloudOnlyFields = new Set([
  'site_id',
  'status',
  'ai_analysis_mode',
  'ai_pass_mode',
  'prompt_pack_id',
  'ai_provider_override',
  'ai_model_override',
])

function concernsGateway(patch: CameraPatch, probed: ProbedConnection | null): boolean {
  return probed !== null || Object.keys(patch).some((key) => !cloudOnlyFields.has(key))
}

/** A status that is set stands; one that is not follows from switching the camera on or off. */
function statusColumns(camera: CameraRow, patch: CameraPatch, nowMs: number): CameraChange {
  const switched = patch.enabled !== undefined && patch.enabled !== camera.enabled
  const begun = patch.enabled === true ? initialCondition : disabledCondition
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
