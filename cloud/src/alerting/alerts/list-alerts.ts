import type { AlertFilterQuery, AlertListItem, AlertListQuery } from '@sightline/protocol'
import { requireCameraFilter, requireSiteFilter } from '../../events/event-filter.service.js'
import type { MediaLinks } from '../../events/media/links/media-links.service.js'
import { zoneOfDates } from '../../identity/organisation/organisation.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import type { Page } from '../../platform/pagination/page.js'
import { pageByTime } from '../../platform/pagination/page-by-time.js'
import type { Platform } from '../../platform/platform.js'
import { dateRange } from '../../platform/time/date-range.js'
import { type AlertFilter, countAlerts, pageOfAlerts } from './alert.repository.js'
import { showAlerts } from './show-alerts.js'

/** What the use cases of alerts need. */
export type AlertDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

export interface AlertListDeps extends AlertDeps {
  readonly mediaLinks: Pick<MediaLinks, 'urlOf'>
}

/** Alerts that the caller may see, newest first. @throws AppError invalid for a foreign cursor */
export async function listAlerts(
  deps: AlertListDeps,
  caller: Caller,
  query: AlertListQuery,
): Promise<Page<AlertListItem>> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const { cursor, limit } = query
  const filter = await listFilterOf(db, caller, query)
  const page = await pageByTime({
    keys: deps.keys,
    list: `alerts ${caller.orgId} ${JSON.stringify(filter)}`,
    cursor,
    limit,
    read: (after, most) => pageOfAlerts(db, caller, filter, { after, limit: most }),
    count: () => countAlerts(db, caller, filter),
    timeOf: (row) => row.fired_at,
    toItem: (row) => row,
  })
  const { mediaLinks } = deps
  return { ...page, data: await showAlerts({ db, mediaLinks }, caller.orgId, page.data, query.include) }
}

/** What a list asks for: what counts may ask for too, and what only lists may. @throws AppError as `alertFilterOf` */
export async function listFilterOf(db: Db, caller: Caller, query: AlertListQuery): Promise<AlertFilter> {
  const { status, statuses, group_id } = query
  const timezone = await zoneOfDates(db, caller.orgId, [query.date_from, query.date_to])
  // In one order, for cursors are good for one filter only.
  const filter = await alertFilterOf(db, caller, query, timezone)
  return { ...filter, status, statuses: statuses?.toSorted(), group_id }
}

/**
 * What a query asks for. Dates without a time are days of `timezone`.
 * @throws AppError missing or forbidden for a site or camera that is not the caller's
 */
export async function alertFilterOf(
  db: Db,
  caller: Caller,
  query: AlertFilterQuery,
  timezone: string,
): Promise<AlertFilter> {
  const { rule_id, camera_id, site_id, severity } = query
  if (site_id !== undefined) await requireSiteFilter(db, caller, site_id)
  if (camera_id !== undefined) await requireCameraFilter(db, caller, [camera_id])
  const range = dateRange(query.date_from, query.date_to, timezone)
  return { ...range, rule_id, camera_id, site_id, severity: severity?.toSorted() }
}
