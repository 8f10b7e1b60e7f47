import type { AnalysisRun } from '@sightline/protocol'
import { type ChosenModel, chooseModelFor, type Models } from '../models/model.service.js'
import { type PictureDeps, type TakenPicture, takePictures } from '../pictures/picture.service.js'
import type { ClaimedRow } from '../platform/claim.js'
import type { Platform } from '../platform/platform.js'
import type { UsedPicture } from './analysis.table.js'
import { cameraModel, disabledReason, sentence } from './analysis-queue.service.js'
import { askAboutEvent, type EventAnswer } from './ask-about-event.js'
import { cameraReported } from './camera-reported.js'
import { endRun } from './end-run.js'
import { promptVersion } from './prompt.js'
import { findRun, putOff, type RunEnd, type RunRow } from './run.repository.js'
import { sumUsages } from './run-cost.js'
import { findSubject, type SubjectRow } from './subject.repository.js'
import { summaryOfKnown } from './write-to-event.js'

/** What an analysis needs. */
export interface RunDeps
  extends Pick<Platform, 'database' | 'clock' | 'log' | 'metrics' | 'nodeId' | 'config'> {
  readonly models: Pick<Models, 'ask'>
  readonly pictures: PictureDeps
}

/** Times that a run is begun: nodes that die with it in hand would begin it for ever. */
export const mostAttempts = 5

/** What a run waits that the provider was not asked for, as it is left alone for a while; longer with each time. */
const postponeMs = 30_000

/** How a run ends, but for the times. */
type Ending = Pick<RunEnd, 'status' | 'reason'> &
  Partial<Omit<RunEnd, 'started_at' | 'finished_at' | 'own_ms'>> & {
    /** Nothing was sent to the provider, and later it may well be. */
    readonly notAsked?: boolean
  }

/**
 * Does a claimed run: pictures, questions, result. Nothing of the database is held while a picture is decoded or the
 * model thinks. Whatever the provider does is an ending; only a failing database or store throws, and then the run is
 * claimed again.
 */
export async function performRun(
  deps: RunDeps,
  { orgId, id, attempt }: ClaimedRow,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = deps
  const db = database.forOrg(orgId)
  const since = clock.monotonic()
  const startedAt = new Date(clock.now())
  const run = await findRun(db, orgId, id)
  if (run?.status !== 'pending') return
  const subject = await findSubject(db, orgId, run.event_id)
  if (!subject) return
  const { notAsked = false, ...ending } =
    attempt > mostAttempts
      ? failed(`The analysis was begun ${mostAttempts} times and never came to its end.`)
      : await workOut(deps, run, subject, signal)
  // Lost or cut off: another attempt says how it ends.
  signal.throwIfAborted()
  if (notAsked && attempt < mostAttempts) {
    const nextAt = new Date(clock.now() + postponeMs * attempt)
    const why = `${ending.reason ?? 'The provider was not asked.'} It is tried again at ${nextAt.toISOString()}.`
    return putOff(db, run, deps.nodeId, { nextAt, reason: why })
  }
  await endRun(deps, run, subject, {
    ...nothingTaken,
    ...ending,
    since,
    started_at: startedAt,
  })
}

async function workOut(
  deps: RunDeps,
  run: RunRow,
  subject: SubjectRow,
  signal: AbortSignal,
): Promise<Ending> {
  const db = deps.database.forOrg(run.org_id)
  if (subject.deleted_at !== null) return skipped('The event was deleted.')
  // Also where it was queued before: what somebody switched off sends nothing from then on.
  const { mode } = run
  if (subject.ai_analysis_mode === 'disabled' || mode === 'disabled') return skipped(disabledReason)
  const chosen = await chooseModelFor(db, deps.config, run.org_id, cameraModel(subject))
  if (chosen.kind === 'none') return skipped(sentence(chosen.reason))
  return withPictures(deps, { run, subject, chosen, mode }, signal)
}

interface Work {
  readonly run: RunRow
  readonly subject: SubjectRow
  readonly chosen: ChosenModel
  readonly mode: Exclude<AnalysisRun['mode'], 'disabled'>
}

async function withPictures(
  deps: RunDeps,
  { run, subject, chosen, mode }: Work,
  signal: AbortSignal,
): Promise<Ending> {
  const { org_id: orgId, event_id: eventId, id: runId } = run
  let picturesMs = 0
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const since = deps.clock.monotonic()
    const done = await work
    picturesMs += deps.clock.monotonic() - since
    return done
  }
  const taken = await timed(takePictures(deps.pictures, { orgId, eventId, runId, mode }, signal))
  const how = () => ({
    provider: chosen.provider,
    model: chosen.model,
    prompt_version: promptVersion,
    pictures_ms: Math.round(picturesMs),
  })
  if (taken.kind === 'none') return { ...failed(sentence(taken.reason)), ...how() }
  const answer = await askAboutEvent(
    deps.models,
    {
      orgId,
      eventId,
      chosen,
      facts: factsOf(subject),
      pictures: taken.pictures,
      makeSmall: () => timed(Promise.all(taken.pictures.map((picture) => picture.small()))),
      passMode: run.pass_mode,
      fallback: summaryOfKnown(subject),
    },
    signal,
  )
  const took = sumUsages(answer.usages)
  const notAsked = answer.kind === 'failed' && answer.failure.again && took.calls === 0
  return {
    ...how(),
    ...endingOf(answer, taken.note),
    ...took,
    pictures: taken.pictures.map(toUsed),
    notAsked,
  }
}

function endingOf(answer: EventAnswer, pictureNote: string | null): Ending {
  if (answer.kind === 'failed') return { ...failed(sentence(answer.failure.reason)), note: pictureNote }
  const notes = [...answer.notes, ...(pictureNote === null ? [] : [sentence(pictureNote)])]
  return {
    status: 'completed',
    reason: null,
    note: notes.length === 0 ? null : notes.join(' '),
    result: answer.result,
    depth: answer.depth,
  }
}

function factsOf(subject: SubjectRow) {
  return {
    triggeredAt: subject.triggered_at,
    timezone: subject.timezone,
    durationSec: subject.duration_sec,
    category: subject.event_category,
    triggerSource: subject.trigger_source,
    triggerTopic: subject.trigger_topic,
    reported: cameraReported(subject),
    cameraName: subject.camera_name,
    siteName: subject.site_name,
    focusText: subject.focus_text,
    ignoreGuidance: subject.ignore_guidance,
    schedule: subject.monitoring_schedule,
    pack: subject.pack,
    notes: subject.notes,
  }
}

function toUsed({ mediaId, offsetSec, takenAt, large }: TakenPicture): UsedPicture {
  return {
    media_id: mediaId,
    offset_sec: offsetSec,
    taken_at: takenAt.toISOString(),
    width: large.width,
    height: large.height,
  }
}

const failed = (reason: string): Ending => ({ status: 'failed', reason })
const skipped = (reason: string): Ending => ({ status: 'skipped', reason })

const nothingTaken = {
  note: null,
  result: null,
  depth: null,
  provider: null,
  model: null,
  prompt_version: null,
  pictures: [],
  calls: 0,
  input_tokens: null,
  output_tokens: null,
  cost: null,
  model_ms: null,
  pictures_ms: null,
}
