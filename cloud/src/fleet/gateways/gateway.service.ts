import type {
  AuditEntry,
  Gateway,
  GatewayPatch,
  GatewayTelemetry,
  PageQuery,
  PageWhenAskedQuery,
} from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { listAuditLogAbout } from '../../identity/audit/audit-log.service.js'
import { type Caller, requireSite } from '../../platform/caller.js'
import { mapInTurns } from '../../platform/concurrency/time-slice.js'
import type { Db } from '../../platform/database/handles.js'
import { invalid, missing } from '../../platform/errors.js'
import type { Page } from '../../platform/pagination/page.js'
import { pageWhenAsked } from '../../platform/pagination/page-when-asked.js'
import type { Platform } from '../../platform/platform.js'
import { markCamerasOffline } from '../cameras/condition/camera-report.service.js'
import { notifyNodes } from '../channel/node-notice.service.js'
import { showFigures } from './figures/show-figures.js'
import {
  findGateway,
  findTelemetry,
  type GatewayRow,
  hasCameras,
  listCamerasInScope,
  listGateways as listGatewayRows,
  lockGateway,
  markGatewayDeleted,
  saveGateway,
  siteExists,
} from './gateway.repository.js'
import { operatorMayMove } from './gateway.status.js'
import { revokeKeys } from './pairing/pairing.repository.js'
import { toGateway } from './show-gateway.js'

/** Gateways of the caller's sites, oldest first; a page of them if it is asked for. @throws AppError invalid for a foreign cursor */
export async function listGateways(
  { database, config, keys, clock }: Platform,
  caller: Caller,
  query: PageWhenAskedQuery,
) {
  const all = await listGatewayRows(database.serving('reads').forOrg(caller.orgId), caller)
  const asked = { list: 'gateways', scope: caller, query } as const
  const { rows, ...page } = pageWhenAsked(all, { ...asked, keys, order: 'oldest first' })
  return { data: await mapInTurns(clock, rows, (row) => toGateway(row, config)), ...page }
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
  { database, config, clock }: Platform,
  caller: Caller,
  id: string,
): Promise<GatewayTelemetry> {
  const db = database.serving('reads').forOrg(caller.orgId)
  const gateway = await requireGateway(db, caller, id)
  const report = await findTelemetry(db, caller.orgId, id)
  const cameras = await listCamerasInScope(db, caller, id)
  const visible = new Set(cameras.map((camera) => camera.id))
  const states = Object.entries(report?.camera_recording_status ?? {})
  return {
    ...showFigures(gateway, report, { ...config, now: new Date(clock.now()) }),
    camera_recording_status: Object.fromEntries(states.filter(([cameraId]) => visible.has(cameraId))),
    camera_stream_breaks: Object.fromEntries(
      cameras.flatMap((camera) =>
        camera.breaks_last_hour === null ? [] : [[camera.id, camera.breaks_last_hour]],
      ),
    ),
    camera_stream_breaks_by_reason: Object.fromEntries(
      cameras.flatMap((camera) =>
        camera.breaks_by_reason === null ? [] : [[camera.id, camera.breaks_by_reason]],
      ),
    ),
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
  await requireGateway(platform.database.serving('reads').forOrg(caller.orgId), caller, id)
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
    await recordAudit(tx, caller, 'gateway.updated', { target: { kind: 'gateway', id }, data: patch })
    if (status === 'disabled') {
      await markCamerasOffline(tx, caller.orgId, id)
      await notifyNodes(tx, { kind: 'access', gatewayId: id })
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
    await recordAudit(tx, caller, 'gateway.deleted', { target: { kind: 'gateway', id } })
    await notifyNodes(tx, { kind: 'access', gatewayId: id })
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
