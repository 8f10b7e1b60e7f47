import type { AnalysisRun } from '@sightline/protocol'
import { isSystemError } from '../../../platform/error-code.js'
import { AppError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import type { ClaimedRow } from '../../../platform/work/work-loop.js'
import { chooseModelFor } from '../../models/choose-model.service.js'
import { ceilingReason } from '../../models/daily-ceiling.service.js'
import type { ChosenModel, ModelFailed, Models } from '../../models/model.service.js'
import { type PictureDeps, takePictures } from '../../pictures/take-pictures.service.js'
import type { TakenPicture } from '../../pictures/taken-picture.service.js'
import type { UsedPicture } from '../analysis.table.js'
import type { AnalysisHooks } from '../analysis-hooks.js'
import { cameraReported } from '../facts/camera-reported.js'
import { askAboutEvent, type EventAnswer } from '../prompt/ask-about-event.js'
import { promptVersion } from '../prompt/prompt.js'
import { cameraModel, disabledReason, sentence } from '../queue/analysis-queue.service.js'
import { endRun } from './end-run.js'
import { fallbackSummaryOf } from './event-changes.js'
import { findRun, putOff, type RunEnd, type RunRow } from './run.repository.js'
import { sumUsages } from './run-usage.js'
import { findSubject, type SubjectRow } from './subject.repository.js'

/** What an analysis needs. */
export interface RunDeps extends Pick<Platform, 'database' | 'clock' | 'log' | 'metrics' | 'config'> {
  readonly models: Pick<Models, 'ask'>
  readonly pictures: PictureDeps
  readonly hooks: AnalysisHooks
}

/** Times that a run is begun: nodes that die with it in hand would begin it for ever. */
export const mostAttempts = 5

/**
 * What a run waits whose provider is full or left alone for a while, or whose clip the machine cannot open just now; longer
 * with each time.
 */
const postponeMs = 30_000

/** The same where the media store is in trouble: every run that is due meets that. */
const awayMs = 60_000

/** How a run ends, but for the times. */
type Ending = Pick<RunEnd, 'status' | 'reason'> &
  Partial<Omit<RunEnd, 'started_at' | 'finished_at' | 'own_ms'>> & {
    /** Nothing was sent to the provider, or it was full: later it may well answer. */
    readonly mayWork?: boolean
    /** The media store, or the disk of this node, is in the way, and not this run: it is put off and not counted. */
    readonly isAway?: boolean
  }

/**
 * Does a claimed run: pictures, questions, result. Nothing of the database is held while a picture is decoded or the
 * model thinks. Whatever the provider does is an ending; a store in trouble puts the run off; only a failing database throws,
 * and then the run is claimed again.
 */
export async function performRun(
  deps: RunDeps,
  { orgId, id, attempt, worker }: ClaimedRow,
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
  const mayWait = attempt < mostAttempts
  const {
    mayWork = false,
    isAway = false,
    ...ending
  } = attempt > mostAttempts
    ? failed(`The analysis was begun ${mostAttempts} times and never came to its end.`)
    : await analyse(deps, { run, subject, mayWait }, signal)
  // Lost or cut off: another attempt says how it ends.
  signal.throwIfAborted()
  if (isAway || (mayWork && mayWait)) {
    const waitMs = isAway ? awayMs : postponeMs * attempt
    const reason = ending.reason ?? 'The provider was not asked.'
    return putOff(db, run, worker, { waitMs, reason, counts: !isAway })
  }
  await endRun(deps, run, subject, {
    ...nothingTaken,
    ...ending,
    since,
    worker,
    started_at: startedAt,
  })
}

async function analyse(
  deps: RunDeps,
  { run, subject, mayWait }: Pick<Work, 'run' | 'subject' | 'mayWait'>,
  signal: AbortSignal,
): Promise<Ending> {
  const db = deps.database.forOrg(run.org_id)
  if (!subject.is_listed) return skipped('The event was deleted.')
  // Also where it was queued before: what somebody switched off sends nothing from then on.
  const { mode } = run
  if (subject.ai_analysis_mode === 'disabled' || mode === 'disabled') return skipped(disabledReason)
  const chosen = await chooseModelFor(db, deps.config, run.org_id, cameraModel(subject))
  if (chosen.kind === 'none') return skipped(sentence(chosen.reason))
  const spent = await ceilingReason(deps, run.org_id, chosen)
  if (spent !== null) return skipped(sentence(spent))
  return withPictures(deps, { run, subject, chosen, mode, mayWait }, signal)
}

interface Work {
  readonly run: RunRow
  readonly subject: SubjectRow
  readonly chosen: ChosenModel
  readonly mode: Exclude<AnalysisRun['mode'], 'disabled'>
  /** It may be begun once more. */
  readonly mayWait: boolean
}

async function withPictures(
  deps: RunDeps,
  { run, subject, chosen, mode, mayWait }: Work,
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
  const taken = await timed(
    takePictures(deps.pictures, { orgId, eventId, runId, mode, mayWait }, signal),
  ).catch((error: unknown) => awayOf(deps, { orgId, eventId }, error, signal))
  const how = () => ({
    provider: chosen.provider,
    model: chosen.model,
    prompt_version: promptVersion,
    pictures_ms: Math.round(picturesMs),
  })
  if (taken.kind !== 'taken')
    return {
      ...failed(sentence(taken.reason)),
      ...how(),
      mayWork: taken.kind === 'later',
      isAway: taken.kind === 'away',
    }
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
      fallback: fallbackSummaryOf(subject),
    },
    signal,
  )
  const took = sumUsages(answer.usages)
  const mayWork = answer.kind === 'failed' && mayWorkLater(answer.failure, took.calls)
  return {
    ...how(),
    ...endingOf(answer, taken.note),
    ...took,
    pictures: taken.pictures.map(toUsed),
    mayWork,
  }
}

/** Trouble of the store, or of the disk on which pictures are cut. @throws everything else */
function awayOf(
  { log }: Pick<RunDeps, 'log'>,
  of: { readonly orgId: string; readonly eventId: string },
  error: unknown,
  signal: AbortSignal,
): { readonly kind: 'away'; readonly reason: string } {
  signal.throwIfAborted()
  const isOfStore = (error instanceof AppError && error.kind === 'unavailable') || isSystemError(error)
  if (!isOfStore) throw error
  log.warn({ err: error, ...of }, 'analysis.store_away')
  return { kind: 'away', reason: 'The media store, or the disk of the server, is in trouble.' }
}

/** Of the calls of which it has too many a provider takes nothing; of others it may have. */
const mayWorkLater = ({ again, fault }: Pick<ModelFailed, 'again' | 'fault'>, calls: number): boolean =>
  again && (calls === 0 || fault === 'rate_limited')

function endingOf(answer: EventAnswer, pictureNote: string | null): Ending {
  if (answer.kind === 'failed') {
    const reason = sentence(answer.failure.reason)
    return { ...(answer.failure.fault === 'spent' ? skipped(reason) : failed(reason)), note: pictureNote }
  }
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
