import type { Camera, CameraCreate } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { invalidField, missing } from '../../../platform/errors.js'
import { reviseConfiguration, siteExists } from '../../gateways/gateway-cameras.service.js'
import { offerToRelays } from '../../relays/leases/lease.service.js'
import { insertCamera, replaceStreams } from '../camera.repository.js'
import type { CameraDeps, CameraSettingsDeps } from '../camera-deps.js'
import { disabledCondition, initialCondition } from '../condition/camera.status.js'
import { notifyRelays } from '../configuration/direct-camera.service.js'
import { type Connection, channelColumn, readConnection } from '../connection/camera-connection.js'
import { requireDirectAddress } from '../connection/direct-address.js'
import { storeCredentials } from '../connection/stored-credentials.js'
import { requireNamedGateway } from '../probing/find-prober.js'
import { type ReachableCamera, requirePicture } from '../probing/probe-camera.js'
import { showCamera } from '../show-camera.js'
import {
  activeTier,
  defaultStreams,
  mergeStreamSettings,
  settingColumns,
  streamColumns,
} from './camera-columns.js'

/**
 * Adds a camera. Behind a gateway, the gateway connects to it first, and nothing is stored unless it sent a picture.
 * In direct mode it is stored at once, and some relay connects to it: it is pending until that relay has reported.
 * @throws AppError missing (site, gateway, prompt pack); invalid with the cause and what to do; unavailable if too many
 *   cameras are checked there
 */
export async function createCamera(
  deps: CameraSettingsDeps,
  caller: Caller,
  body: CameraCreate,
): Promise<Camera> {
  const { orgId } = caller
  const db = deps.platform.database.forOrg(orgId)
  if (!(await siteExists(db, orgId, body.site_id))) throw missing('site')
  const gateway = await requireNamedGateway(deps, orgId, body)
  await deps.onPromptPackChosen(db, orgId, body.prompt_pack_id)
  const reading = readConnection(body.type, body, null)
  if (!reading.ok) throw invalidField(reading.field, reading.problem)
  const { connection } = reading
  if (!gateway) await requireDirectAddress(deps, connection)
  const transport = body.stream_transport ?? 'tcp'
  const found = gateway && (await requirePicture(deps, gateway, connection, { transport }))
  return deps.platform.database.inOrg(orgId, async (tx) => {
    // It may have gone while the gateway probed the camera.
    await deps.onPromptPackChosen(tx, orgId, body.prompt_pack_id)
    return storeCamera(deps, tx, caller, { body, gatewayId: gateway?.id ?? null, connection, found })
  })
}

/** A camera on its way into the database. */
interface NewCamera {
  body: CameraCreate
  /** Null in direct mode. */
  gatewayId: string | null
  connection: Connection
  /** What was found there; null for a camera that was not probed yet. */
  found: ReachableCamera | null
  /** By a person at the site, in the name of the caller. */
  proposedOnSite?: boolean
}

/**
 * Stores a camera that was probed, notifies its gateway, and audits it.
 * @throws AppError missing (site, gateway)
 */
export async function storeCamera(
  { platform }: Pick<CameraDeps, 'platform'>,
  tx: Tx,
  caller: Pick<Caller, 'orgId' | 'actor'>,
  { body, gatewayId, connection, found, proposedOnSite = false }: NewCamera,
): Promise<Camera> {
  const { orgId } = caller
  // It may have gone while the gateway probed the camera.
  if (!(await siteExists(tx, orgId, body.site_id))) throw missing('site')
  const revision = gatewayId === null ? 1 : await reviseConfiguration(tx, orgId, gatewayId)
  if (revision === undefined) throw missing('gateway')
  const id = uuidv7()
  const streams = streamColumns(connection, found)
  const { observed, shown } = body.enabled === false ? disabledCondition : initialCondition
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
    onvif_channel: channelColumn(connection, found),
    identity: JSON.stringify(found?.serial ? { serial: found.serial } : {}),
    active_tier: activeTier(mergeStreamSettings(defaultStreams, body), streams),
    config_revision: revision,
    ...storeCredentials(platform.secretBox, orgId, id, connection.credentials),
    ...settingColumns(body),
  })
  await replaceStreams(tx, orgId, id, streams)
  if (gatewayId === null) {
    await offerToRelays(tx, orgId, id)
    await notifyRelays(tx)
  }
  const { name, type } = body
  const target = { kind: 'camera', id } as const
  const how = proposedOnSite ? { proposed_by_gateway: true } : {}
  await recordAudit(tx, caller, 'camera.created', {
    target,
    data: {
      name,
      type,
      gateway_id: gatewayId,
      ...how,
    },
  })
  return showCamera(row)
}
