import type { EventFilterQuery } from '@sightline/protocol'
import { zoneOfDates } from '../identity/organisation/organisation.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import type { Db } from '../platform/database/handles.js'
import { missing } from '../platform/errors.js'
import { type DateRange, dateRange } from '../platform/time/date-range.js'
import { findCameraSites, hasSite, listSeenCameras } from './event.repository.js'
import type { EventFilter } from './event-conditions.repository.js'

/** Every tag by which an event says that something of this label was seen in it. */
export type TagsOfLabel = (label: string) => readonly string[]

/**
 * The filter that a query asks for, within the caller's scope. It asks the database only for what the query names.
 * @throws AppError missing or forbidden for a site or camera that is not the caller's
 */
export async function filterOf(
  { db, tagsOfLabel }: { readonly db: Db; readonly tagsOfLabel: TagsOfLabel },
  caller: Caller,
  query: EventFilterQuery,
): Promise<EventFilter> {
  const { camera_id, site_id, event_category, trigger_topic_like, trigger_source, ai_status, starred } = query
  const { camera_ids, event_categories, acknowledged, tag, label, alerted } = query
  if (site_id !== undefined) await requireSiteFilter(db, caller, site_id)
  if (camera_id !== undefined) await requireCameraFilter(db, caller, [camera_id])
  if (camera_ids !== undefined) await requireCameraFilter(db, caller, camera_ids)
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
    ...(camera_ids !== undefined && { camera_ids: camera_ids.toSorted() }),
    ...(event_categories !== undefined && { event_categories: event_categories.toSorted() }),
    ...(acknowledged !== undefined && { acknowledged }),
    ...(tag !== undefined && { tag }),
    ...(label !== undefined && { tags: tagsOfLabel(label) }),
    ...(alerted !== undefined && { alerted }),
  }
}

async function rangeOf(
  db: Db,
  orgId: string,
  { date_from: from, date_to: to }: EventFilterQuery,
): Promise<DateRange> {
  return dateRange(from, to, await zoneOfDates(db, orgId, [from, to]))
}

/** @throws AppError missing or forbidden for a site that is not the caller's to filter by */
export async function requireSiteFilter(db: Db, caller: Caller, siteId: string): Promise<void> {
  if (!(await hasSite(db, caller.orgId, siteId))) throw missing('site')
  requireSite(caller, siteId, 'site')
}

/**
 * A camera that moved away still shows the events of its time at a site of the caller.
 * @throws AppError missing or forbidden for a camera that is not the caller's to filter by
 */
export async function requireCameraFilter(
  db: Db,
  caller: Caller,
  cameraIds: readonly string[],
): Promise<void> {
  const sites = await findCameraSites(db, caller.orgId, cameraIds)
  if (sites.size < new Set(cameraIds).size) throw missing('camera')
  const elsewhere = [...sites].filter(([, siteId]) => caller.siteIds?.includes(siteId) === false)
  if (elsewhere.length === 0) return
  const seen = new Set(
    await listSeenCameras(
      db,
      caller,
      elsewhere.map(([id]) => id),
    ),
  )
  for (const [id, siteId] of elsewhere) if (!seen.has(id)) requireSite(caller, siteId, 'camera')
}
