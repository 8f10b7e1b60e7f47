import type { GatewayHistory } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import type { Platform } from '../../../platform/platform.js'
import { requireGateway } from '../gateway.service.js'
import { keptPoints, listFigures, stepSec } from './figure-history.repository.js'
import { outagesByGateway } from './gateway-outages.js'

/** What a gateway measured in the last two days, and when it was off line. @throws AppError missing, or forbidden outside the caller's sites */
export async function getGatewayHistory(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<GatewayHistory> {
  const db = database.serving('reads').forOrg(caller.orgId)
  await requireGateway(db, caller, id)
  const to = new Date(clock.now())
  const from = new Date(to.getTime() - keptPoints * stepSec * 1000)
  const outages = await outagesByGateway(db, caller, { from, gatewayId: id })
  const points = await listFigures(db, caller.orgId, id, from)
  return {
    step_sec: stepSec,
    from: toTimestamp(from),
    to: toTimestamp(to),
    points: points.map(({ at, ...figures }) => ({ at: toTimestamp(at), ...figures })),
    offline: outages.get(id) ?? [],
  }
}
