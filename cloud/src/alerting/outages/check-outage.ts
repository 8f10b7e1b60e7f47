import type { Database } from '../../platform/database/database.js'
import type { Tx } from '../../platform/database/handles.js'
import type { ClaimedRow } from '../../platform/work/work-loop.js'
import { endOutageAlerts } from '../alerts/create-alerts.service.js'
import { createOutageAlerts } from './outage-alerts.js'
import {
  checkCamerasFrom,
  findWatchedCamera,
  findWatchedGateway,
  listCamerasOf,
  lockWatch,
  settleWatch,
  type WatchRow,
} from './outage-watch.repository.js'

interface OutageDeps {
  readonly database: Database
  /** How long an outage lasts before it makes alerts, milliseconds. */
  readonly graceMs: number
  /** How often a gateway gives a sign of life, milliseconds. */
  readonly heartbeatMs: number
}

/**
 * Checks a camera or a gateway whose status changed, or whose grace or cooldown is over, and writes what follows, all
 * in one transaction with the end of the check: a repeat finds nothing to do.
 */
export async function checkOutage(
  { database, ...times }: OutageDeps,
  { orgId, id, worker }: ClaimedRow,
): Promise<void> {
  await database.inOrg(orgId, async (tx) => {
    const watch = await lockWatch(tx, orgId, id, worker)
    if (!watch) return
    const check = watch.kind === 'camera' ? checkCamera : checkGateway
    await settleWatch(tx, watch, await check(tx, watch, times))
  })
}

/** A gateway is silent when so many heartbeats are missing. */
const silentBeats = 1.5

/** How long a camera waits for news of its silent gateway, milliseconds. */
const listenMs = 2_000

/** @returns when to check again, or null */
type Check = (tx: Tx, watch: WatchRow, times: Omit<OutageDeps, 'database'>) => Promise<Date | null>

const checkCamera: Check = async (tx, watch, { graceMs, heartbeatMs }) => {
  const { org_id: orgId, id, down_since: downSince, now } = watch
  const camera = await findWatchedCamera(tx, orgId, id)
  if (downSince === null) {
    await endOutage(tx, watch, camera?.status === 'online')
    return null
  }
  if (!camera?.enabled) return null
  // The gateway speaks for its cameras; when it is back they have the grace time to come back too.
  if (camera.gateway_status !== null && camera.gateway_status !== 'online') return null
  const graceEnd = after(later(downSince, camera.gateway_up_since), graceMs)
  if (graceEnd > now) return graceEnd
  // The site may be losing power: as long as its gateway is not heard, the outage may turn out to be the gateway's.
  const heardAt = camera.gateway_seen_at
  if (heardAt !== null && after(heardAt, silentBeats * heartbeatMs) < now) return after(now, listenMs)
  const outage = { kind: 'camera', cameraId: id } as const
  return createOutageAlerts(
    tx,
    { orgId, id, name: camera.name, siteId: camera.site_id, downSince, outage },
    now,
  )
}

const checkGateway: Check = async (tx, watch, { graceMs }) => {
  const { org_id: orgId, id, down_since: downSince, now } = watch
  const gateway = await findWatchedGateway(tx, orgId, id)
  if (downSince === null) {
    const isBack = gateway?.status === 'online'
    await endOutage(tx, watch, isBack)
    if (isBack) await checkCamerasFrom(tx, orgId, await listCamerasOf(tx, orgId, id), after(now, graceMs))
    return null
  }
  if (!gateway) return null
  const graceEnd = after(downSince, graceMs)
  if (graceEnd > now) return graceEnd
  const outage = { kind: 'gateway', cameraIds: await listCamerasOf(tx, orgId, id) } as const
  return createOutageAlerts(
    tx,
    { orgId, id, name: gateway.name, siteId: gateway.site_id, downSince, outage },
    now,
  )
}

/** Who is on line again has recovered; who was disabled or deleted has not, but the outage is over as well. */
function endOutage(tx: Tx, { org_id: orgId, id, now }: WatchRow, recovered: boolean): Promise<void> {
  return endOutageAlerts(tx, orgId, id, recovered ? now : null)
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)
