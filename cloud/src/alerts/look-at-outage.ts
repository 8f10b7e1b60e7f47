import { channelLimits } from '@sightline/protocol'
import type { ClaimedRow } from '../platform/claim.js'
import type { Database, Tx } from '../platform/database/database.js'
import { insertTimeline } from './alert.repository.js'
import { fireSystemAlerts } from './fire-system-alerts.js'
import {
  endOutage,
  findWatchedCamera,
  findWatchedGateway,
  listCamerasOf,
  lockWatch,
  lookAtCamerasFrom,
  settleWatch,
  type WatchRow,
} from './outage-watch.repository.js'
import { entryBySystem } from './write-alerts.js'

export interface OutageDeps {
  readonly database: Database
  /** How long an outage lasts before anybody is told, milliseconds. */
  readonly graceMs: number
}

/**
 * Looks at a camera or a gateway whose status changed, or whose grace or cooldown is over, and writes what follows, all
 * in one transaction with the end of the look: a repeat finds nothing to do.
 */
export async function lookAtOutage(
  { database, graceMs }: OutageDeps,
  { orgId, id }: ClaimedRow,
  worker: string,
): Promise<void> {
  await database.inOrg(orgId, async (tx) => {
    const watch = await lockWatch(tx, orgId, id, worker)
    if (!watch) return
    const look = watch.kind === 'camera' ? lookAtCamera : lookAtGateway
    await settleWatch(tx, watch, await look(tx, watch, graceMs))
  })
}

/** A gateway is silent when a heartbeat and a half are missing. */
const silenceMs = channelLimits.heartbeatIntervalSec * 1500

/** How long a camera waits for news of its silent gateway, milliseconds. */
const listenMs = 2_000

/** @returns when to look again, or null */
type Look = (tx: Tx, watch: WatchRow, graceMs: number) => Promise<Date | null>

const lookAtCamera: Look = async (tx, watch, graceMs) => {
  const { org_id: orgId, id, down_since: downSince, now } = watch
  const camera = await findWatchedCamera(tx, orgId, id)
  if (downSince === null) {
    await noteEnd(tx, watch, camera?.status === 'online')
    return null
  }
  if (!camera?.enabled) return null
  // The gateway speaks for its cameras; when it is back they have the grace time to come back too.
  if (camera.gateway_status !== null && camera.gateway_status !== 'online') return null
  const graceEnd = after(later(downSince, camera.gateway_up_since), graceMs)
  if (graceEnd > now) return graceEnd
  // The site may be losing power: as long as its gateway is not heard, the outage may turn out to be the gateway's.
  const heardAt = camera.gateway_seen_at
  if (heardAt !== null && after(heardAt, silenceMs) < now) return after(now, listenMs)
  const outage = { kind: 'camera', cameraId: id } as const
  return fireSystemAlerts(
    tx,
    { orgId, id, name: camera.name, siteId: camera.site_id, downSince, outage },
    now,
  )
}

const lookAtGateway: Look = async (tx, watch, graceMs) => {
  const { org_id: orgId, id, down_since: downSince, now } = watch
  const gateway = await findWatchedGateway(tx, orgId, id)
  if (downSince === null) {
    const isBack = gateway?.status === 'online'
    await noteEnd(tx, watch, isBack)
    if (isBack) await lookAtCamerasFrom(tx, orgId, await listCamerasOf(tx, orgId, id), after(now, graceMs))
    return null
  }
  if (!gateway) return null
  const graceEnd = after(downSince, graceMs)
  if (graceEnd > now) return graceEnd
  const outage = { kind: 'gateway', cameraIds: await listCamerasOf(tx, orgId, id) } as const
  return fireSystemAlerts(
    tx,
    { orgId, id, name: gateway.name, siteId: gateway.site_id, downSince, outage },
    now,
  )
}

/** Who is on line again has recovered; who was disabled or deleted has not, but the outage is over as well. */
async function noteEnd(tx: Tx, watch: WatchRow, recovered: boolean): Promise<void> {
  const alerts = await endOutage(tx, watch.org_id, watch.id)
  if (!recovered || alerts.length === 0) return
  await insertTimeline(
    tx,
    alerts.map((alert) => entryBySystem(alert, 'recovered')),
  )
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)
