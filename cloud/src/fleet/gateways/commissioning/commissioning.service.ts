import {
  type CommissioningRequest,
  type Commissioning as CommissioningShown,
  type Gateway,
  isAtLeast,
  type SealingKey,
} from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Actor, Caller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { forbidden, missing } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { listCameraAddresses } from '../../cameras/from-site/camera-address.service.js'
import type { Discoveries } from '../discovery/discovery.js'
import { findGateway, type GatewayRow, lockGateway } from '../gateway.repository.js'
import { toGateway } from '../show-gateway.js'
import { saveCommissioning } from './commissioning.repository.js'
import { markAdded } from './mark-added.js'
import { mayScan } from './may-scan.js'

/** Where a camera that is proposed from the site belongs, and in whose name it is added. */
interface Commissioning {
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

interface CommissioningDeps {
  readonly platform: Platform
  readonly discoveries: Discoveries
}

/** How long the window is open from now on, where nothing else is said. */
const usualHours = 24

/**
 * Opens or closes the window in which cameras are added from the site, or looks for them, or both.
 * @throws AppError missing; forbidden for an operator who may not look; conflict if the gateway is off line or looks already; rate_limited
 */
export async function changeCommissioning(
  deps: CommissioningDeps,
  caller: Caller,
  id: string,
  { hours, scan = false, targets }: CommissioningRequest,
): Promise<Gateway> {
  const { database, clock, config } = deps.platform
  const opens = hours !== undefined || !scan
  if (opens) await openCommissioning(deps.platform, caller, id, hours ?? usualHours)
  const row = await findGateway(database.forOrg(caller.orgId), caller.orgId, id)
  if (!row) throw missing('gateway')
  if (scan) {
    if (!mayScan(caller.role, row, clock.now())) throw notAllowedToScan()
    await deps.discoveries.begin(caller, id, targets)
  }
  return toGateway(row, config)
}

/**
 * Until when cameras may be added from the site, and what the newest scan found, as far as the caller may know.
 * @throws AppError missing
 */
export async function readCommissioning(
  { platform, discoveries }: CommissioningDeps,
  caller: Caller,
  id: string,
): Promise<CommissioningShown> {
  const db = platform.database.forOrg(caller.orgId)
  const row = await findGateway(db, caller.orgId, id)
  if (!row) throw missing('gateway')
  const may_scan = mayScan(caller.role, row, platform.clock.now())
  const commissioning_until = toTimestampOrNull(row.commissioning_until)
  const scan = await discoveries.soFar(caller, id)
  const cameras = await listCameraAddresses(db, caller.orgId, id)
  return { ...scan, data: may_scan ? markAdded(scan.data, cameras) : [], commissioning_until, may_scan }
}

const notAllowedToScan = () =>
  forbidden(
    'an operator may look for cameras for 24 hours after pairing, and later while an admin has opened the commissioning window again',
  )

/** Lets cameras be added for so many hours from now, in the name of the caller; 0 ends it. @throws AppError missing */
async function openCommissioning(
  { database }: Platform,
  caller: Caller,
  id: string,
  hours: number,
): Promise<void> {
  const { orgId, actor } = caller
  const withScans = isAtLeast(caller.role, 'admin')
  await database.inOrg(orgId, async (tx) => {
    if (!(await lockGateway(tx, orgId, id))) throw missing('gateway')
    const window = hours === 0 ? null : { hours, actor, withScans }
    const { commissioning_until: until } = await saveCommissioning(tx, orgId, id, window)
    const data = until === null ? {} : { until: toTimestamp(until) }
    const action = until === null ? 'gateway.commissioning_closed' : 'gateway.commissioning_opened'
    await recordAudit(tx, { orgId, actor }, action, { target: { kind: 'gateway', id }, data })
  })
}
