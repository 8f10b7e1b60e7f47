import {
  type EventTimeline,
  type EventTimelineBucket,
  type EventTimelineQuery,
  timelineCamerasAtMost,
} from '@sightline/protocol'
import { timezoneOf } from '../../identity/organisation/organisation.service.js'
import type { Caller } from '../../platform/caller.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { filterOf } from '../event-filter.service.js'
import type { EventDeps } from './event-deps.js'
import { cameraNames, countByBucket, type TimelineCount } from './event-timeline.repository.js'
import { bucketBounds, stretchOf } from './timeline-buckets.js'

/**
 * How many events fell into each hour or day of the organisation's time zone, among those that the caller may see.
 * @throws AppError invalid for too many buckets; missing or forbidden as `filterOf`
 */
export async function eventTimeline(
  { database, clock, tagsOfLabel }: Pick<EventDeps, 'database' | 'clock' | 'tagsOfLabel'>,
  caller: Caller,
  query: EventTimelineQuery,
): Promise<EventTimeline> {
  const { orgId } = caller
  const { interval } = query
  const db = database.serving('reads').forOrg(orgId)
  const [filter, timezone] = await Promise.all([
    filterOf({ db, tagsOfLabel }, caller, query),
    timezoneOf(db, orgId),
  ])
  const stretch = stretchOf(filter, interval, clock.now())
  const bounds = bucketBounds(stretch, interval, timezone).map((bound) => new Date(bound))
  const seesNothing = filter.siteIds?.length === 0
  const within = { ...filter, from: new Date(stretch.from), before: new Date(stretch.before) }
  const counts =
    seesNothing || bounds.length === 0
      ? []
      : await countByBucket(db, orgId, within, { bounds, cameras: timelineCamerasAtMost })
  const cameras = camerasOf(counts)
  const names = await cameraNames(
    db,
    orgId,
    cameras.map(({ id }) => id),
  )
  const data = seesNothing ? [] : bucketsOf(bounds, counts)
  return {
    interval,
    timezone,
    from: toTimestamp(within.from),
    to: toTimestamp(within.before),
    total: data.reduce((sum, { total }) => sum + total, 0),
    data,
    cameras: cameras.map(({ id, total }) => ({ camera_id: id, camera_name: names.get(id) ?? '', total })),
  }
}

function bucketsOf(bounds: readonly Date[], counts: readonly TimelineCount[]): EventTimelineBucket[] {
  const buckets = bounds.slice(1).map((end, index): EventTimelineBucket => {
    const start = bounds[index] ?? end
    return { start: toTimestamp(start), end: toTimestamp(end), total: 0, by_category: {}, by_camera: {} }
  })
  for (const { bucket: number, event_category: category, camera_id: cameraId, count } of counts) {
    const bucket = buckets[number - 1]
    if (!bucket) continue
    if (cameraId !== null) bucket.by_camera[cameraId] = count
    if (category === null) continue
    bucket.by_category[category] = count
    bucket.total += count
  }
  return buckets
}

/** The cameras that are named, those with the most events first. */
function camerasOf(counts: readonly TimelineCount[]): { id: string; total: number }[] {
  const totals = new Map<string, number>()
  for (const { camera_id: id, count } of counts)
    if (id !== null) totals.set(id, (totals.get(id) ?? 0) + count)
  return [...totals]
    .map(([id, total]) => ({ id, total }))
    .toSorted((one, other) => other.total - one.total || (one.id < other.id ? -1 : 1))
}
