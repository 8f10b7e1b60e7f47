import type { CameraCreate } from '@sightline/protocol'
import { findGatewayForCamera } from '../gateways/gateway-cameras.service.js'
import type { Db } from '../platform/database/database.js'
import { invalid, missing } from '../platform/errors.js'
import type { CameraDeps } from './camera-deps.js'
import type { Prober } from './probe-camera.js'

export type GatewayProber = Extract<Prober, { kind: 'gateway' }>

/** A gateway of the organisation, as who looks at a camera; undefined if there is none of this id. */
export async function findGatewayProber(
  db: Db,
  orgId: string,
  gatewayId: string,
): Promise<GatewayProber | undefined> {
  const gateway = await findGatewayForCamera(db, orgId, gatewayId)
  return gateway && { kind: 'gateway', orgId, id: gateway.id, public_key: gateway.public_key }
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
      throw invalid('gateway_id: leave it out when connection_mode is direct')
    return null
  }
  if (id === undefined || id === null) throw invalid('gateway_id is required when connection_mode is gateway')
  const gateway = await findGatewayProber(platform.database.forOrg(orgId), orgId, id)
  if (!gateway) throw missing('gateway')
  return gateway
}
