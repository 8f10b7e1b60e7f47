import type { CameraCreate } from '@sightline/protocol'
import type { Db } from '../../../platform/database/handles.js'
import { invalidField, missing } from '../../../platform/errors.js'
import { findGateway } from '../../gateways/gateway-cameras.service.js'
import type { CameraDeps } from '../camera-deps.js'
import type { Prober } from './probe-camera.js'

type GatewayProber = Extract<Prober, { kind: 'gateway' }>

/** A gateway of the organisation, as who probes a camera; undefined if there is none of this id. */
export async function findGatewayProber(
  db: Db,
  orgId: string,
  gatewayId: string,
): Promise<GatewayProber | undefined> {
  const gateway = await findGateway(db, orgId, gatewayId)
  if (!gateway) return undefined
  const { id, public_key, capabilities } = gateway
  return { kind: 'gateway', orgId, id, public_key, capabilities }
}

/**
 * The gateway that a request names for a camera; null for direct mode.
 * @throws AppError invalid without a gateway in gateway mode, or with one in direct mode; missing
 */
export async function requireNamedGateway(
  { platform }: Pick<CameraDeps, 'platform'>,
  orgId: string,
  { connection_mode: mode, gateway_id: id }: Pick<CameraCreate, 'connection_mode' | 'gateway_id'>,
): Promise<GatewayProber | null> {
  if (mode === 'direct') {
    if (id !== undefined && id !== null)
      throw invalidField('gateway_id', 'leave it out when connection_mode is direct')
    return null
  }
  if (id === undefined || id === null)
    throw invalidField('gateway_id', 'required when connection_mode is gateway')
  const gateway = await findGatewayProber(platform.database.forOrg(orgId), orgId, id)
  if (!gateway) throw missing('gateway')
  return gateway
}
