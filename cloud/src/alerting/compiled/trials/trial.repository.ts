import { sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import type { DateRange } from '../../../platform/time/date-range.js'

/** Which past events a trial evaluates. */
interface TrialFilter extends DateRange {
  readonly cameraId: string | undefined
  readonly siteId: string | undefined
}

/** Ids of listed past events that the filter and the scope admit, newest first. */
export async function listTrialEvents(
  db: Db,
  scope: Scope,
  filter: TrialFilter,
  limit: number,
): Promise<string[]> {
  let query = db.selectFrom('events').select('id').where('org_id', '=', scope.orgId).where(isListed)
  if (scope.siteIds !== null) query = query.where(sql<boolean>`site_id = any(${[...scope.siteIds]}::uuid[])`)
  if (filter.cameraId !== undefined) query = query.where('camera_id', '=', filter.cameraId)
  if (filter.siteId !== undefined) query = query.where('site_id', '=', filter.siteId)
  if (filter.from) query = query.where('triggered_at', '>=', filter.from)
  if (filter.before) query = query.where('triggered_at', '<', filter.before)
  const rows = await query.orderBy('triggered_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** The pictures of events, by the events' ids; those without one are left out. */
export async function listSnapshots(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['id', 'snapshot_id'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.flatMap(({ id, snapshot_id: picture }) => (picture === null ? [] : [[id, picture]])))
}
