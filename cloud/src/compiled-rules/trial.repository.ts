import { sql } from 'kysely'
import type { Scope } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import type { DateRange } from '../platform/date-range.js'

/** Which past events a trial looks at. */
export interface TrialFilter extends DateRange {
  readonly cameraId: string | undefined
  readonly siteId: string | undefined
}

/** Ids of past events that the filter and the scope admit, newest first. */
export async function listTrialEvents(
  db: Db,
  scope: Scope,
  filter: TrialFilter,
  limit: number,
): Promise<string[]> {
  let query = db
    .selectFrom('events')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('deleted_at', 'is', null)
  if (scope.siteIds !== null) query = query.where(sql<boolean>`site_id = any(${[...scope.siteIds]}::uuid[])`)
  if (filter.cameraId !== undefined) query = query.where('camera_id', '=', filter.cameraId)
  if (filter.siteId !== undefined) query = query.where('site_id', '=', filter.siteId)
  if (filter.from) query = query.where('triggered_at', '>=', filter.from)
  if (filter.before) query = query.where('triggered_at', '<', filter.before)
  const rows = await query.orderBy('triggered_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ id }) => id)
}
