import {
  type CameraTimeline,
  type CameraTimelineQuery,
  cameraTimelineEventsAtMost,
} from '@sightline/protocol'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { zoneOfDates } from '../../../identity/organisation/organisation.service.js'
import { type Caller, outsideScope, seesSite } from '../../../platform/caller.js'
import { mapInTurns, TimeSlice } from '../../../platform/concurrency/time-slice.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { missing } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { WrittenText } from '../../../platform/text/written-text.js'
import { storedTimezone } from '../../../platform/time/stored-timezone.js'
import { hasEvents } from './recording.repository.js'
import { recordingRange, type TimeRange } from './recording-range.js'
import {
  findTimelineCamera,
  listOutages,
  listTimelineLines,
  type TimelineCamera,
} from './timeline.repository.js'
import { type TimelineExtras, timelineEvents } from './timeline-event.js'

type TimelineDeps = Pick<Platform, 'database' | 'clock'> & { readonly links: MediaLinks }

/**
 * What happened before a camera, of which the caller may see it, as the JSON text of a `CameraTimeline` in UTF-8. A deleted camera has its
 * history as long as events of it are there.
 * @throws AppError missing, forbidden; invalid for a range that is no range
 */
export async function getCameraTimeline(
  { database, clock, links }: TimelineDeps,
  caller: Caller,
  cameraId: string,
  { include = [], ...query }: CameraTimelineQuery,
): Promise<Buffer> {
  const { orgId } = caller
  const db = database.serving('reads').forOrg(orgId)
  const zone = await zoneOfDates(db, orgId, [query.from, query.to])
  const range = recordingRange(query, zone, clock.now())
  const extras: TimelineExtras = {
    withSnapshot: include.includes('snapshot'),
    withSummary: include.includes('summary'),
  }
  const wanted = { range, limit: cameraTimelineEventsAtMost + 1, ...extras }
  const [camera, { lines: found, alerted }, past] = await Promise.all([
    requireTimeline(db, caller, cameraId),
    listTimelineLines(db, caller, cameraId, wanted),
    listOutages(db, caller, cameraId, range),
  ])
  const lines = found?.split('\n') ?? []
  const shown = lines.slice(0, cameraTimelineEventsAtMost)
  const events = await mapInTurns(
    clock,
    shown,
    timelineEvents(extras, { alerted, urlOf: (id) => links.urlOf(orgId, id) }),
  )
  const head = {
    camera_id: cameraId,
    camera_name: camera.name,
    camera_deleted: camera.deleted_at !== null,
    timezone: storedTimezone(camera.timezone) ?? camera.timezone,
    from: toTimestamp(range.from),
    to: toTimestamp(range.to),
  } satisfies Partial<CameraTimeline>
  const tail = {
    truncated: lines.length > shown.length,
    offline: [...past.map(toOutage), ...offlineNow(camera, range, clock.now())],
  } satisfies Partial<CameraTimeline>
  const text = new WrittenText()
  text.add(`${JSON.stringify(head).slice(0, -1)},"events":[`)
  const slice = new TimeSlice(clock)
  for (const [place, event] of events.toSorted((one, other) => one.startMs - other.startMs).entries()) {
    text.add(place === 0 ? event.text : `,${event.text}`)
    if (slice.isSpent) await slice.yieldIfSpent()
  }
  text.add(`],${JSON.stringify(tail).slice(1)}`)
  return text.bytes()
}

/** As playback, and of deleted cameras too. */
async function requireTimeline(db: Db, caller: Caller, cameraId: string): Promise<TimelineCamera> {
  const camera = await findTimelineCamera(db, caller.orgId, cameraId)
  if (!camera) throw missing('camera')
  const isSeen = camera.deleted_at === null && seesSite(caller, camera.site_id)
  if (isSeen || (await hasEvents(db, caller, cameraId))) return camera
  if (camera.deleted_at !== null) throw missing('camera')
  throw outsideScope(caller, 'camera')
}

type Outage = CameraTimeline['offline'][number]

const toOutage = ({ start_at: start, end_at: end }: { start_at: Date; end_at: Date }): Outage => ({
  start_at: toTimestamp(start),
  end_at: toTimestamp(end),
})

/** The outage that lasts, cut to the range. */
function offlineNow(
  { status, enabled, status_changed_at: since, deleted_at: deletedAt }: TimelineCamera,
  { from, to }: TimeRange,
  nowMs: number,
): Outage[] {
  const isDown = enabled && deletedAt === null && (status === 'offline' || status === 'error')
  const start = Math.max(since.getTime(), from.getTime())
  const end = Math.min(to.getTime(), nowMs)
  if (!isDown || start >= end) return []
  return [toOutage({ start_at: new Date(start), end_at: new Date(end) })]
}
