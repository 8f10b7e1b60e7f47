import type {
  ClipAt,
  ClipAtQuery,
  Recording,
  RecordingCoverage,
  RecordingCoverageQuery,
  RecordingListQuery,
} from '@sightline/protocol'
import { z } from 'zod'
import { clipLink } from '../../../events/list/event-media-link.service.js'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { zoneOfDates } from '../../../identity/organisation/organisation.service.js'
import { type Caller, outsideScope, seesSite } from '../../../platform/caller.js'
import { mapInTurns } from '../../../platform/concurrency/time-slice.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { missing, notThere } from '../../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination/page.js'
import type { Platform } from '../../../platform/platform.js'
import { findCamera } from '../camera.repository.js'
import {
  countRecordings,
  findClipAt,
  hasEvents,
  listCoverage,
  listRecordingRows,
  type RecordingRow,
} from './recording.repository.js'
import { gapsBetween, recordingRange, secondsOf, type TimeRange } from './recording-range.js'

type RecordingDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

const Position = z.object({ at: z.string().max(40), id: z.uuid() })

/** When there are clips of a camera. @throws AppError missing, forbidden; invalid for a range that is no range */
export async function getCoverage(
  { database, clock }: Pick<RecordingDeps, 'database' | 'clock'>,
  caller: Caller,
  cameraId: string,
  query: RecordingCoverageQuery,
): Promise<RecordingCoverage> {
  const db = database.serving('reads').forOrg(caller.orgId)
  await requirePlayback(db, caller, cameraId)
  const zone = await zoneOfDates(db, caller.orgId, [query.from, query.to])
  const asked = recordingRange(query, zone, clock.now())
  const range = withoutFuture(asked, clock.now())
  const covered = await listCoverage(db, caller, cameraId, range)
  const ranges = covered.map(({ start_at: from, end_at: to }) => ({ from, to }))
  return {
    camera_id: cameraId,
    from: toTimestamp(range.from),
    to: toTimestamp(range.to),
    // A month of a busy camera has a hundred thousand.
    ranges: await mapInTurns(clock, ranges, showRange),
    gaps: await mapInTurns(clock, gapsBetween(range, ranges), showRange),
    total_sec: ranges.reduce((sum, one) => sum + secondsOf(one), 0),
  }
}

/** The clips of a camera, newest first. @throws AppError as `getCoverage`, and for a foreign cursor */
export async function listRecordings(
  { database, clock, keys }: RecordingDeps,
  caller: Caller,
  cameraId: string,
  { cursor, limit, ...query }: RecordingListQuery,
): Promise<Page<Recording>> {
  const { orgId } = caller
  const db = database.serving('reads').forOrg(orgId)
  await requirePlayback(db, caller, cameraId)
  const list = `recordings ${orgId} ${cameraId} ${JSON.stringify(query)}`
  const after = cursor === undefined ? null : decodeCursor(keys, list, cursor, Position)
  const range = recordingRange(query, await zoneOfDates(db, orgId, [query.from, query.to]), clock.now())
  return toPage(await listRecordingRows(db, caller, cameraId, { range, after, limit: limit + 1 }), {
    limit,
    total: await countRecordings(db, caller, cameraId, range),
    keys,
    list,
    positionOf: ({ place_at: at, id }) => ({ at, id }),
    toItem: toRecording,
  })
}

/**
 * The clip that shows a moment. Handing out its link is a view of it.
 * @throws AppError missing (also where no clip is near), or forbidden
 */
export async function getClipAt(
  { database, clock, links }: Pick<RecordingDeps, 'database' | 'clock'> & { links: MediaLinks },
  caller: Caller,
  cameraId: string,
  { at: asked, within_sec: withinSec }: ClipAtQuery,
): Promise<ClipAt> {
  const db = database.forOrg(caller.orgId)
  await requirePlayback(db, caller, cameraId)
  const at = asked === undefined ? new Date(clock.now()) : new Date(asked)
  const clip = await findClipAt(db, caller, cameraId, { at, withinSec })
  if (!clip?.clip_start_at || !clip.clip_end_at) throw notThere('there is no clip near this moment')
  const range = { from: clip.clip_start_at, to: clip.clip_end_at }
  const { url, expires_at } = await clipLink({ database, mediaLinks: links }, caller, clip.id)
  return {
    event_id: clip.id,
    camera_id: cameraId,
    url,
    expires_at,
    ...showRange(range),
    offset_sec: Math.min(Math.max(0, secondsOf({ from: range.from, to: at })), secondsOf(range)),
    covers: clip.away_sec === 0,
  }
}

/** A camera that moved away is still played back by those who saw it at its former site, as far as they did. */
async function requirePlayback(db: Db, caller: Caller, cameraId: string): Promise<void> {
  const camera = await findCamera(db, caller.orgId, cameraId)
  if (!camera) throw missing('camera')
  if (seesSite(caller, camera.site_id) || (await hasEvents(db, caller, cameraId))) return
  throw outsideScope(caller, 'camera')
}

/** What has not come yet is neither covered nor a gap. */
function withoutFuture({ from, to }: TimeRange, nowMs: number): TimeRange {
  return { from, to: new Date(Math.max(from.getTime(), Math.min(to.getTime(), nowMs))) }
}

function showRange(range: TimeRange) {
  return {
    start_at: toTimestamp(range.from),
    end_at: toTimestamp(range.to),
    duration_sec: secondsOf(range),
  }
}

function toRecording(row: RecordingRow): Recording {
  return {
    event_id: row.id,
    camera_id: row.camera_id,
    triggered_at: toTimestamp(row.triggered_at),
    start_at: toTimestampOrNull(row.clip_start_at),
    end_at: toTimestampOrNull(row.clip_end_at),
    duration_sec: row.duration_sec,
    bytes: row.bytes,
    status: row.clip_status,
  }
}
