import type { AuditEntry, Gateway, GatewayPatch, GatewayTelemetry, PageQuery } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import { listAuditLogAbout } from '../audit/audit-log.service.js'
import { camerasWentOffline } from '../cameras/camera-report.service.js'
import { tellNodes } from '../channel/gateway-notice.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import { toTimestampOrNull } from '../platform/database/parsing.js'
import { invalid, missing } from '../platform/errors.js'
import type { Page } from '../platform/pagination.js'
import type { Platform } from '../platform/platform.js'
import {
  findGateway,
  findTelemetry,
  type GatewayRow,
  hasCameras,
  listCameraIdsInScope,
  listGateways as listGatewayRows,
  lockGateway,
  markGatewayDeleted,
  saveGateway,
  siteExists,
} from './gateway.repository.js'
import { operatorMayMove } from './gateway.status.js'
import { revokeKeys } from './pairing.repository.js'
import { toGateway } from './show-gateway.js'

export async function listGateways(
  { database, config }: Platform,
  caller: Caller,
): Promise<{ data: Gateway[]; total: number }> {
  const rows = await listGatewayRows(database.forOrg(caller.orgId), caller)
  return { data: rows.map((row) => toGateway(row, config)), total: rows.length }
}

/** @throws AppError missing, or forbidden outside the caller's sites */
export async function getGateway(
  { database, config }: Platform,
  caller: Caller,
  id: string,
): Promise<Gateway> {
  return toGateway(await requireGateway(database.forOrg(caller.orgId), caller, id), config)
}

/** The newest report; before the first one its figures are null. */
export async function getGatewayTelemetry(
  { database }: Platform,
  caller: Caller,
  id: string,
): Promise<GatewayTelemetry> {
  const db = database.forOrg(caller.orgId)
  const gateway = await requireGateway(db, caller, id)
  const report = await findTelemetry(db, caller.orgId, id)
  const visible = new Set(await listCameraIdsInScope(db, caller, id))
  const states = Object.entries(report?.camera_recording_status ?? {})
  return {
    gateway_id: id,
    cpu_percent: report?.cpu_percent ?? null,
    memory_mb: report?.memory_mb ?? null,
    last_heartbeat_at: toTimestampOrNull(gateway.last_heartbeat_at),
    camera_recording_status: Object.fromEntries(states.filter(([cameraId]) => visible.has(cameraId))),
    storage: gateway.storage,
    losses: gateway.losses,
    network_throughput: {
      upstream_mbps: report?.upstream_mbps ?? null,
      downstream_mbps: report?.downstream_mbps ?? null,
    },
  }
}

/**
 * What was done to the gateway, and what it did itself.
 * @throws AppError missing
 */
export async function listGatewayAuditLog(
  platform: Platform,
  caller: Caller,
  id: string,
  query: PageQuery,
): Promise<Page<AuditEntry>> {
  await requireGateway(platform.database.forOrg(caller.orgId), caller, id)
  return listAuditLogAbout(platform, caller, { kind: 'gateway', id }, query)
}

/**
 * Changes name, site or status. Disabling closes the channel.
 * @throws AppError invalid for no field or a move that is not allowed; missing
 */
export async function updateGateway(
  { database, config }: Platform,
  caller: Caller,
  id: string,
  patch: GatewayPatch,
): Promise<Gateway> {
  const { name, site_id, status } = patch
  if (name === undefined && site_id === undefined && status === undefined) {
    throw invalid('send at least one of name, site_id and status')
  }
  return database.inOrg(caller.orgId, async (tx) => {
    const gateway = await lockGateway(tx, caller.orgId, id)
    if (!gateway) throw missing('gateway')
    if (site_id !== undefined && !(await siteExists(tx, caller.orgId, site_id))) throw missing('site')
    if (status !== undefined && !operatorMayMove(gateway.status, status)) {
      throw invalid(`status: a gateway cannot go from ${gateway.status} to ${status}`)
    }
    const saved = await saveGateway(tx, caller.orgId, id, { name, site_id, status })
    await recordAudit(tx, caller.orgId, caller.actor, 'gateway.updated', { kind: 'gateway', id }, patch)
    if (status === 'disabled') {
      await camerasWentOffline(tx, caller.orgId, id)
      await tellNodes(tx, { kind: 'access', gatewayId: id })
    }
    return toGateway(saved, config)
  })
}

/**
 * Removes a gateway: its keys are void and its channel closes.
 * @throws AppError missing, or invalid while cameras are bound to it
 */
export async function deleteGateway({ database }: Platform, caller: Caller, id: string): Promise<void> {
  await database.inOrg(caller.orgId, async (tx) => {
    if (!(await lockGateway(tx, caller.orgId, id))) throw missing('gateway')
    if (await hasCameras(tx, caller.orgId, id)) {
      throw invalid('cameras are bound to this gateway: move or delete them first')
    }
    await revokeKeys(tx, caller.orgId, id)
    await markGatewayDeleted(tx, caller.orgId, id)
    await recordAudit(tx, caller.orgId, caller.actor, 'gateway.deleted', { kind: 'gateway', id })
    await tellNodes(tx, { kind: 'access', gatewayId: id })
  })
}

/**
 * A gateway that the caller may see.
 * @throws AppError missing, or forbidden outside the caller's sites
 */
export async function requireGateway(db: Db, caller: Caller, id: string): Promise<GatewayRow> {
  const gateway = await findGateway(db, caller.orgId, id)
  if (!gateway) throw missing('gateway')
  requireSite(caller, gateway.site_id, 'gateway')
  return gateway
}
