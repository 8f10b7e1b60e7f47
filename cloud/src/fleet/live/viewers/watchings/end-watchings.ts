import { recordAudit } from '../../../../identity/audit/audit.service.js'
import type { Actor } from '../../../../platform/caller.js'
import { toTimestamp } from '../../../../platform/database/parsing.js'
import type { Platform } from '../../../../platform/platform.js'
import { eachApart, namedOrg } from '../../../../platform/work/each-apart.js'
import type { PeriodicTask } from '../../../../platform/work/periodic.js'
import {
  closeLost,
  listEnded,
  listOrgsWithEnded,
  takeEnded,
  type WatchingKey,
  type WatchingRow,
} from './live-watching.repository.js'
import { watchActions } from './watchings.js'

/** Of one organisation in a run. */
const most = 1_000

/** Tells the audit who has watched what, from when and how long, a minute after it ended; also what nodes that died did not tell. */
export function endWatchingsTask({ database, log }: Pick<Platform, 'database' | 'log'>): PeriodicTask {
  return {
    name: 'end_live_watchings',
    everyMs: 30_000,
    run: async (signal) => {
      const orgIds = await listOrgsWithEnded(database.worker)
      await eachApart(orgIds, { log, signal, named: namedOrg }, async (orgId) => {
        const db = database.forOrg(orgId)
        await closeLost(db, orgId)
        const ended = await listEnded(db, orgId, most)
        const named = ({ cameraId }: WatchingKey) => ({ orgId, cameraId })
        await eachApart(ended, { log, signal, named }, (watching) => tellEnd({ database }, watching))
      })
    },
  }
}

async function tellEnd({ database }: Pick<Platform, 'database'>, watching: WatchingKey): Promise<void> {
  const { orgId, cameraId } = watching
  await database.inOrg(orgId, async (tx) => {
    const rows = await takeEnded(tx, watching)
    const [first] = rows.toSorted((one, other) => one.began_at.getTime() - other.began_at.getTime())
    if (!first) return
    await recordAudit(tx, { orgId, actor: actorOf(first) }, watchActions.ended, {
      target: { kind: 'camera', id: cameraId },
      data: summaryOf(rows, first),
    })
  })
}

/** Of all its nodes, with how long pictures were shown: two at a time count twice. */
function summaryOf(rows: readonly WatchingRow[], first: WatchingRow): Record<string, unknown> {
  const watchedMs = rows.reduce((sum, row) => sum + row.watched_ms, 0)
  const until = Math.max(...rows.map((row) => row.changed_at.getTime()))
  const data = rows.reduce<Record<string, unknown>>((all, row) => ({ ...all, ...row.data }), {})
  return {
    ...data,
    from: toTimestamp(first.began_at),
    until: toTimestamp(new Date(until)),
    watched_sec: Math.round(watchedMs / 1000),
  }
}

function actorOf(row: WatchingRow): Actor {
  return {
    kind: row.actor_kind,
    id: row.actor_id,
    name: row.actor_name,
    ...(row.address !== null && { address: row.address }),
    ...(row.user_agent !== null && { userAgent: row.user_agent }),
  }
}
