import {
  type CameraTimeline,
  type CameraTimelineEvent,
  type CameraTimelineQuery,
  cameraTimelineEventsAtMost,
} from '@sightline/protocol'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { timezoneOf } from '../../../identity/organisation/organisation.service.js'
import { type Caller, outsideScope, seesSite } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { missing } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { storedTimezone } from '../../../platform/time/stored-timezone.js'
import { hasEvents } from './recording.repository.js'
import { recordingRange, type TimeRange } from './recording-range.js'
import {
  findTimelineCamera,
  listOutages,
  listTimelineRows,
  type TimelineCamera,
  type TimelineRow,
} from './timeline.repository.js'

type TimelineDeps = Pick<Platform, 'database' | 'clock'> & { readonly links: MediaLinks }

/**
 * What happened before a camera, of which the caller may see it. A deleted camera has its history as long as events of it are
 * there.
 * @throws AppError missing, forbidden; invalid for a range that is no range
 */
export async function getCameraTimeline(
  { database, clock, links }: TimelineDeps,
  caller: Caller,
  cameraId: string,
  { include = [], ...query }: CameraTimelineQuery,
): Promise<CameraTimeline> {
  const { orgId } = caller
  const db = database.serving('reads').forOrg(orgId)
  const camera = await requireTimeline(db, caller, cameraId)
  const range = recordingRange(query, await timezoneOf(db, orgId), clock.now())
  const rows = await listTimelineRows(db, caller, cameraId, { range, limit: cameraTimelineEventsAtMost + 1 })
  const past = await listOutages(db, caller, cameraId, range)
  const shown = rows.slice(0, cameraTimelineEventsAtMost)
  const more = ({ snapshot_id: id, summary }: TimelineRow) => ({
    ...(include.includes('snapshot') && { snapshot_url: id === null ? null : links.urlOf(orgId, id) }),
    ...(include.includes('summary') && { summary }),
  })
  return {
    camera_id: cameraId,
    camera_name: camera.name,
    camera_deleted: camera.deleted_at !== null,
    timezone: storedTimezone(camera.timezone) ?? camera.timezone,
    from: toTimestamp(range.from),
    to: toTimestamp(range.to),
    events: shown.map((row) => ({ ...toTimelineEvent(row), ...more(row) })).toSorted(byStart),
    truncated: rows.length > shown.length,
    offline: [...past.map(toOutage), ...offlineNow(camera, range, clock.now())],
  }
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

function toTimelineEvent(row: TimelineRow): CameraTimelineEvent {
  return {
    id: row.id,
    triggered_at: toTimestamp(row.triggered_at),
    start_at: toTimestamp(row.start_at),
    end_at: toTimestampOrNull(row.end_at),
    event_category: row.event_category,
    trigger_source: row.trigger_source,
    tags: row.tags,
    severity: row.ai_severity,
    alert_status: row.alert_status,
    starred: row.starred,
    clip_status: row.clip_status,
  }
}

const byStart = (one: CameraTimelineEvent, other: CameraTimelineEvent): number =>
  one.start_at < other.start_at ? -1 : one.start_at > other.start_at ? 1 : 0
