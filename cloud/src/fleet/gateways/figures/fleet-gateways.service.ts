import type { GatewayHealth } from '@sightline/protocol'
import type { Scope } from '../../../platform/caller.js'
import { mapInTurns } from '../../../platform/concurrency/time-slice.js'
import type { Db } from '../../../platform/database/handles.js'
import type { Platform } from '../../../platform/platform.js'
import { countCamerasByGateway, listMeasuredGateways, listTelemetry } from '../gateway.repository.js'
import { toGateway } from '../show-gateway.js'
import { outagesByGateway } from './gateway-outages.js'
import { isGrave } from './gateway-troubles.js'
import { showFigures } from './show-figures.js'

const dayMs = 24 * 60 * 60_000

/** Every gateway of the sites of the scope with its figures, oldest first. */
export async function listGatewayHealth(
  db: Db,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  scope: Scope,
): Promise<GatewayHealth[]> {
  const rows = await listMeasuredGateways(db, scope)
  if (rows.length === 0) return []
  const reports = new Map((await listTelemetry(db, scope)).map((row) => [row.gateway_id, row]))
  const cameras = new Map(
    (await countCamerasByGateway(db, scope)).map(({ gateway_id: id, ...counts }) => [id, counts]),
  )
  const now = new Date(clock.now())
  const outages = await outagesByGateway(db, scope, { from: new Date(now.getTime() - dayMs) })
  return mapInTurns(clock, rows, (row) => {
    const figures = showFigures(row, reports.get(row.id), { ...config, now })
    return {
      ...toGateway(row, config),
      cameras: cameras.get(row.id) ?? { total: 0, online: 0 },
      needs_somebody: figures.troubles.some(isGrave),
      figures,
      outages: outages.get(row.id) ?? [],
    }
  })
}
