import type { FleetHealth, FleetHealthQuery } from '@sightline/protocol'
import { type Caller, requireSite, type Scope } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { countInNeed, listCameraTroubles } from '../cameras/condition/troubled-cameras.service.js'
import { listGatewayHealth } from '../gateways/figures/fleet-gateways.service.js'
import { siteExists } from '../gateways/gateway-cameras.service.js'

/** How everything fares that the caller may see, of one site or of all. @throws AppError missing, or forbidden outside the caller's sites */
export async function getFleetHealth(
  platform: Platform,
  caller: Caller,
  query: FleetHealthQuery,
): Promise<FleetHealth> {
  const db = platform.database.serving('reads').forOrg(caller.orgId)
  const scope = await scopeOf(db, caller, query)
  const gateways = await listGatewayHealth(db, platform, scope)
  const cameras = await listCameraTroubles(db, scope, new Date(platform.clock.now()))
  return {
    needs_somebody: gateways.filter((one) => one.needs_somebody).length + cameras.need_somebody,
    gateways,
    cameras,
  }
}

/** How many gateways and cameras need somebody. @throws AppError as `getFleetHealth` */
export async function countNeedsSomebody(
  platform: Platform,
  caller: Caller,
  query: FleetHealthQuery,
): Promise<{ needs_somebody: number }> {
  const db = platform.database.serving('reads').forOrg(caller.orgId)
  const scope = await scopeOf(db, caller, query)
  const gateways = await listGatewayHealth(db, platform, scope)
  const count = gateways.filter((one) => one.needs_somebody).length
  return { needs_somebody: count + (await countInNeed(db, scope)) }
}

async function scopeOf(db: Db, caller: Caller, { site_id: siteId }: FleetHealthQuery): Promise<Scope> {
  if (siteId === undefined) return caller
  if (!(await siteExists(db, caller.orgId, siteId))) throw missing('site')
  requireSite(caller, siteId, 'site')
  return { orgId: caller.orgId, siteIds: [siteId] }
}
