import type { EventListQuery } from '@sightline/protocol'
import { z } from 'zod'
import { timezoneOf } from '../organisation/organisation.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import { dateRange } from '../platform/date-range.js'
import { missing } from '../platform/errors.js'
import { decodeCursor, encodeCursor } from '../platform/pagination.js'
import { findCameraSite, hasSite, isCameraSeen } from './event.repository.js'
import type { EventDeps, MediaUrls } from './event-deps.js'
import {
  type EventFilter,
  type EventPageText,
  type EventPosition,
  pageOfEvents,
} from './event-page.repository.js'

/** A place in the list, and the total that the first page counted. */
const Place = z.object({ at: z.string().max(40), id: z.uuid(), total: z.number().int() })

const emptyPage = '{"data":[],"next_cursor":null,"total":0}'

/**
 * Events that the caller may see, newest first, as the JSON text of an `EventPage`.
 * @throws AppError invalid for a foreign cursor; missing or forbidden for a site or camera that is not the caller's
 */
export async function listEvents(deps: EventDeps, caller: Caller, query: EventListQuery): Promise<string> {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
  const filter = await filterOf(db, caller, query)
  if (filter.siteIds?.length === 0) return emptyPage
  const list = `events ${orgId} ${JSON.stringify(filter)}`
  const place = query.cursor === undefined ? null : decodeCursor(deps.keys, list, query.cursor, Place)
  const page = await pageOfEvents(db, orgId, filter, {
    after: place,
    limit: query.limit,
    withTotal: place === null,
  })
  const total = place?.total ?? page.total ?? 0
  const items = itemsOf(page, deps.mediaUrls, orgId)
  const last = items.length > query.limit ? positionOf(page.place) : null
  const next = last && encodeCursor(deps.keys, list, { ...last, total } satisfies z.infer<typeof Place>)
  const data = items.slice(0, query.limit).join(',')
  return `{"data":[${data}],"next_cursor":${JSON.stringify(next)},"total":${total}}`
}

/** Puts the signed link of its snapshot into each item. */
function itemsOf(page: EventPageText, urls: MediaUrls, orgId: string): string[] {
  if (page.items === null) return []
  const snapshots = (page.snapshots ?? '').split(',')
  return page.items.split('\n').map((item, index) => {
    const id = snapshots[index]
    const url = id ? JSON.stringify(urls.urlOf(orgId, id)) : 'null'
    return `${item.slice(0, -1)},"snapshot_url":${url}}`
  })
}

function positionOf(place: string | null): EventPosition | null {
  const [at, id] = place?.split(' ') ?? []
  return at === undefined || id === undefined ? null : { at, id }
}

async function filterOf(db: Db, caller: Caller, query: EventListQuery): Promise<EventFilter> {
  const { camera_id, site_id, event_category, trigger_topic_like, trigger_source, ai_status, starred } = query
  if (site_id !== undefined) await requireSiteFilter(db, caller, site_id)
  if (camera_id !== undefined) await requireCameraFilter(db, caller, camera_id)
  return {
    siteIds: site_id === undefined ? caller.siteIds : [site_id],
    ...(await rangeOf(db, caller.orgId, query)),
    ...(camera_id !== undefined && { camera_id }),
    ...(event_category !== undefined && { event_category }),
    ...(trigger_topic_like !== undefined && { trigger_topic_like }),
    ...(trigger_source !== undefined && { trigger_source }),
    ...(ai_status !== undefined && { ai_status }),
    ...(starred === true && { starred }),
  }
}

async function rangeOf(db: Db, orgId: string, { date_from: from, date_to: to }: EventListQuery) {
  if (from === undefined && to === undefined) return { from: null, before: null }
  return dateRange(from, to, await timezoneOf(db, orgId))
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
