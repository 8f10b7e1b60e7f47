import type {
  AnalysisPicture,
  AnalysisRun,
  AnalysisVersion,
  EventAnalysis,
  EventAnalysisQuery,
  EventEvidence,
  EventFaces,
  EventObjects,
} from '@sightline/protocol'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { type Caller, requireSite } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { missing } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { usageOfEvent } from '../../models/ai-usage.service.js'
import { cameraReported } from '../facts/camera-reported.js'
import { findCompletedRun, listReadyMedia, listRuns, type RunRow } from '../runs/run.repository.js'
import { type AnalysedEventRow, findAnalysedEvent } from './analysed-event.repository.js'

interface ShowDeps extends Pick<Platform, 'database'> {
  readonly mediaLinks: MediaLinks
}

/**
 * What the analyses of an event say, and how they came about.
 * @throws AppError missing (also for a version that there is not), or forbidden outside the caller's sites
 */
export async function getAnalysis(
  deps: ShowDeps,
  caller: Caller,
  eventId: string,
  { version }: EventAnalysisQuery,
): Promise<EventAnalysis> {
  const db = deps.database.forOrg(caller.orgId)
  const event = await requireEvent(db, caller, eventId)
  const runs = await listRuns(db, caller.orgId, eventId)
  const current =
    version === undefined
      ? (runs.find(({ status }) => status === 'completed') ?? runs[0])
      : runs.find((run) => run.version === version)
  if (version !== undefined && !current) throw missing('version of this analysis')
  return {
    event_id: eventId,
    ai_status: event.ai_status,
    ai_reason: event.ai_error,
    current: current ? await showVersion(deps, db, caller, current) : null,
    versions: runs.map(showRun),
    usage: await usageOfEvent(db, caller.orgId, eventId),
  }
}

/** The objects of an event, by its newest completed analysis. @throws AppError as `getAnalysis` */
export async function getObjects(deps: ShowDeps, caller: Caller, eventId: string): Promise<EventObjects> {
  const { event, run, pictures } = await completed(deps, caller, eventId)
  const data = run?.result?.objects ?? []
  const counts = new Map<string, number>()
  for (const { label, count } of data) counts.set(label, (counts.get(label) ?? 0) + count)
  return {
    event_id: eventId,
    version: run?.version ?? null,
    data,
    total: data.length,
    counts: Object.fromEntries(counts),
    reported_by_camera: cameraReported(event),
    pictures,
  }
}

/** Where faces are; never whose. @throws AppError as `getAnalysis` */
export async function getFaces(deps: ShowDeps, caller: Caller, eventId: string): Promise<EventFaces> {
  const { run, pictures } = await completed(deps, caller, eventId)
  const data = run?.result?.faces ?? []
  return { event_id: eventId, version: run?.version ?? null, data, total: data.length, pictures }
}

/** The pictures that the model was shown, and what it saw in each. @throws AppError as `getAnalysis` */
export async function getEvidence(deps: ShowDeps, caller: Caller, eventId: string): Promise<EventEvidence> {
  const { run, pictures } = await completed(deps, caller, eventId)
  const evidence = run?.result?.evidence ?? []
  const data = pictures.map((picture) => ({
    ...picture,
    shows: evidence.filter((one) => one.picture === picture.number).map(({ shows }) => shows),
  }))
  return { event_id: eventId, version: run?.version ?? null, data, total: data.length }
}

async function completed(deps: ShowDeps, caller: Caller, eventId: string) {
  const db = deps.database.forOrg(caller.orgId)
  const event = await requireEvent(db, caller, eventId)
  const run = await findCompletedRun(db, caller.orgId, eventId)
  return { event, run, pictures: run ? await showPictures(deps, db, caller, run) : [] }
}

async function requireEvent(db: Db, caller: Caller, eventId: string): Promise<AnalysedEventRow> {
  const event = await findAnalysedEvent(db, caller.orgId, eventId)
  if (!event) throw missing('event')
  requireSite(caller, event.site_id, 'event')
  return event
}

async function showVersion(deps: ShowDeps, db: Db, caller: Caller, run: RunRow): Promise<AnalysisVersion> {
  return { ...showRun(run), result: run.result, pictures: await showPictures(deps, db, caller, run) }
}

async function showPictures(
  { mediaLinks }: ShowDeps,
  db: Db,
  { orgId }: Caller,
  { pictures }: RunRow,
): Promise<AnalysisPicture[]> {
  const ready = await listReadyMedia(
    db,
    orgId,
    pictures.map(({ media_id }) => media_id),
  )
  return pictures.map(({ media_id: mediaId, offset_sec, taken_at, width, height }, at) => ({
    number: at + 1,
    offset_sec,
    taken_at,
    width,
    height,
    url: ready.has(mediaId) ? mediaLinks.urlOf(orgId, mediaId) : null,
  }))
}

/** A run as it is shown. */
export function showRun(row: RunRow): AnalysisRun {
  return {
    id: row.id,
    event_id: row.event_id,
    version: row.version,
    state: row.status,
    reason: row.reason,
    note: row.note,
    cause: row.cause,
    requested_by: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    mode: row.mode,
    pass_mode: row.pass_mode,
    depth: row.depth,
    provider: row.provider,
    model: row.model,
    prompt_version: row.prompt_version,
    picture_count: row.pictures.length,
    calls: row.calls,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost_usd: row.cost,
    model_ms: row.model_ms,
    pictures_ms: row.pictures_ms,
    own_ms: row.own_ms,
    created_at: toTimestamp(row.created_at),
    started_at: toTimestampOrNull(row.started_at),
    finished_at: toTimestampOrNull(row.finished_at),
  }
}
