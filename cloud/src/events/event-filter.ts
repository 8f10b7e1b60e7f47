import type { EventFilterQuery } from '@sightline/protocol'
import { timezoneOf } from '../organisation/organisation.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import { type DateRange, dateRange, isDay } from '../platform/date-range.js'
import { missing } from '../platform/errors.js'
import { findCameraSite, hasSite, isCameraSeen } from './event.repository.js'
import type { EventFilter } from './event-conditions.repository.js'

/**
 * The filter that a query asks for, within the caller's scope. It asks the database only for what the query names.
 * @throws AppError missing or forbidden for a site or camera that is not the caller's
 */
export async function filterOf(db: Db, caller: Caller, query: EventFilterQuery): Promise<EventFilter> {
  const { camera_id, site_id, event_category, trigger_topic_like, trigger_source, ai_status, starred } = query
  if (site_id !== undefined) await requireSiteFilter(db, caller, site_id)
  if (camera_id !== undefined) await requireCameraFilter(db, caller, camera_id)
  return {
    // In one order, for cursors are good for one filter only.
    siteIds: site_id === undefined ? (caller.siteIds?.toSorted() ?? null) : [site_id],
    ...(await rangeOf(db, caller.orgId, query)),
    ...(camera_id !== undefined && { camera_id }),
    ...(event_category !== undefined && { event_category }),
    ...(trigger_topic_like !== undefined && { trigger_topic_like }),
    ...(trigger_source !== undefined && { trigger_source }),
    ...(ai_status !== undefined && { ai_status }),
    ...(starred === true && { starred }),
  }
}

/** Only a date without a time means something in the organisation's time zone. */
async function rangeOf(
  db: Db,
  orgId: string,
  { date_from: from, date_to: to }: EventFilterQuery,
): Promise<DateRange> {
  const needsTimezone = [from, to].some((bound) => bound !== undefined && isDay(bound))
  return dateRange(from, to, needsTimezone ? await timezoneOf(db, orgId) : 'UTC')
}

async function requireSiteFilter(db: Db, caller: Caller, siteId: string): Promise<void> {
  if (!(await hasSite(db, caller.orgId, siteId))) throw missing('site')
  requireSite(caller, siteId, 'site')
}

/** A camera that moved away still shows the events of its time at a site of the caller. */
async function requireCameraFilter(db: Db, caller: Caller, cameraId: string): Promise<void> {
  const siteId = await findCameraSite(db, caller.orgId, cameraId)
  if (siteId === undefined) throw missing('camera')
  if (caller.siteIds !== null && (await isCameraSeen(db, caller, cameraId))) return
  requireSite(caller, siteId, 'camera')
}
