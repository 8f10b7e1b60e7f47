import type { Gateway, SealingKey } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import type { Actor, Caller } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { forbidden, missing } from '../platform/errors.js'
import type { Platform } from '../platform/platform.js'
import { saveCommissioning } from './commissioning.repository.js'
import { type GatewayRow, lockGateway } from './gateway.repository.js'
import { toGateway } from './show-gateway.js'

/** Where a camera that is proposed from the site belongs, and in whose name it is added. */
export interface Commissioning {
  readonly siteId: string
  /** The key to which credentials for the gateway are sealed; null for one that sent none. */
  readonly publicKey: SealingKey | null
  /** Who made the pairing code, or opened the window again. */
  readonly actor: Actor
}

/**
 * That cameras may be added from the site of this gateway now. Holds the gateway's row until the transaction ends.
 * @throws AppError missing; forbidden outside the commissioning window, with the way to open it
 */
export async function requireCommissioning(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  orgId: string,
  gatewayId: string,
): Promise<Commissioning> {
  const gateway = await lockGateway(tx, orgId, gatewayId)
  if (!gateway) throw missing('gateway')
  const actor = commissionedBy(gateway)
  if (!actor || (gateway.commissioning_until?.getTime() ?? 0) <= clock.now()) {
    throw forbidden(
      `cameras can be added from the site for 24 hours after pairing, and that time is over: an operator opens it again with POST /api/v1/gateways/${gatewayId}/commissioning, or adds the camera in the cloud`,
    )
  }
  return { siteId: gateway.site_id, publicKey: gateway.public_key, actor }
}

function commissionedBy(gateway: GatewayRow): Actor | null {
  const { commissioned_by_kind: kind, commissioned_by_id: id, commissioned_by_name: name } = gateway
  return kind === null || name === null ? null : { kind, id, name }
}

/**
 * Lets cameras be added from the site of a gateway for so many hours from now, in the name of the caller; 0 ends it.
 * @throws AppError missing
 */
export async function openCommissioning(
  { database, config }: Platform,
  caller: Caller,
  id: string,
  hours: number,
): Promise<Gateway> {
  const { orgId, actor } = caller
  return database.inOrg(orgId, async (tx) => {
    if (!(await lockGateway(tx, orgId, id))) throw missing('gateway')
    const row = await saveCommissioning(tx, orgId, id, hours === 0 ? null : { hours, actor })
    const until = row.commissioning_until
    const data = until === null ? {} : { until: toTimestamp(until) }
    const action = until === null ? 'gateway.commissioning_closed' : 'gateway.commissioning_opened'
    await recordAudit(tx, orgId, actor, action, { kind: 'gateway', id }, data)
    return toGateway(row, config)
  })
}
