import type { FleetHealth, TroubledCamera } from '@sightline/protocol'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { hostAndPort } from '../connection/camera-connection.js'
import { showWarnings } from './camera-observed.js'
import { explainConnectivity } from './connectivity.js'
import {
  countByCondition,
  listByCondition,
  listOutagesOf,
  type TroubledRow,
} from './troubled-cameras.repository.js'

export { countInNeed } from './troubled-cameras.repository.js'

/** Of each kind: who has more of them looks at what stands before them. */
const mostOfAKind = 200
const dayMs = 86_400_000

/** How the cameras of the scope fare: how many, and those that are not as they should be. */
export async function listCameraTroubles(db: Db, scope: Scope, now: Date): Promise<FleetHealth['cameras']> {
  const counts = await countByCondition(db, scope)
  const inNeed = await listByCondition(db, scope, 'needs_somebody', mostOfAKind)
  const rows = [...inNeed, ...(await listByCondition(db, scope, 'could_be_better', mostOfAKind))]
  const from = new Date(now.getTime() - dayMs)
  const ids = rows.map(({ id }) => id)
  const outages = new Map<string, TroubledCamera['outages']>()
  for (const { camera_id: id, start_at: start, end_at: end } of await listOutagesOf(db, scope, ids, from)) {
    const known = outages.get(id) ?? []
    known.push({ start_at: toTimestamp(start), end_at: toTimestamp(end) })
    outages.set(id, known)
  }
  return {
    ...counts,
    troubled: rows.map((row, place) => ({
      ...showTroubled(row),
      needs_somebody: place < inNeed.length,
      outages: [...(outages.get(row.id) ?? []), ...lasting(row)],
    })),
  }
}

function showTroubled(row: TroubledRow): Omit<TroubledCamera, 'outages' | 'needs_somebody'> {
  const gateway = row.gateway_status === null ? null : { status: row.gateway_status }
  const where = hostAndPort({ host: row.host ?? 'unknown', port: row.port })
  return {
    camera_id: row.id,
    name: row.name,
    site_id: row.site_id,
    gateway_id: row.gateway_id,
    status: row.status,
    connectivity: {
      ...explainConnectivity({ ...row, gateway, where }),
      since: toTimestamp(row.status_changed_at),
    },
    warnings: showWarnings(row.diagnostics),
    reconnects_last_hour: row.diagnostics.reconnects_last_hour ?? null,
    stalls_last_hour: row.diagnostics.stalls_last_hour ?? null,
  }
}

/** The outage that lasts is in the row of the camera alone. */
function lasting({ status, status_changed_at: since }: TroubledRow): TroubledCamera['outages'] {
  if (status !== 'offline' && status !== 'error') return []
  return [{ start_at: toTimestamp(since), end_at: null }]
}
