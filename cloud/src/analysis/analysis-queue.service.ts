import type { AnalysisCause, AnalysisRun } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { judgeEvent } from '../compiled-rules/judge-event.service.js'
import { lockForAnalysis, saveAnalysisOf } from '../events/event-analysis.service.js'
import { type CameraModel, chooseModelFor } from '../models/model.service.js'
import { type Actor, systemActor } from '../platform/caller.js'
import type { Config } from '../platform/config.js'
import type { Tx } from '../platform/database/database.js'
import { notify } from '../platform/notify.js'
import { findPendingVersion, insertRun, type NewRun, type RunRow } from './run.repository.js'
import { findSubject, type SubjectRow } from './subject.repository.js'
import { uncompletedChange } from './write-to-event.js'

/** This file stands apart from `analysis.service.ts` so that neither events nor analysis waits for the other to load. */
export interface QueueDeps {
  readonly config: Pick<Config, 'ai'>
}

export const disabledReason = 'The analysis of this camera is disabled.'

/**
 * Lets the pictures of an event be analysed, in the transaction that stored its clip. Where that cannot be, the run is
 * skipped at once, with the reason. One that is under way is not joined by a second.
 */
export async function queueAnalysis(
  { config }: QueueDeps,
  tx: Tx,
  orgId: string,
  eventId: string,
  cause: AnalysisCause,
): Promise<void> {
  const subject = await lockSubject(tx, orgId, eventId)
  if (!subject) return
  const run = ofSystem(orgId, subject, cause)
  if (subject.ai_analysis_mode === 'disabled') return recordSkipped(tx, orgId, subject, run, disabledReason)
  const chosen = await chooseModelFor(tx, config, orgId, cameraModel(subject))
  if (chosen.kind === 'none') return recordSkipped(tx, orgId, subject, run, sentence(chosen.reason))
  await insertPending(tx, run)
}

/**
 * Gives up the analysis of an event whose clip will not come, in the transaction that says so. Nothing happens to an
 * event whose analysis ended before, or is under way.
 */
export async function skipAnalysis(
  tx: Tx,
  orgId: string,
  eventId: string,
  cause: 'clip_failed' | 'clip_given_up',
  reason: string,
): Promise<void> {
  const subject = await lockSubject(tx, orgId, eventId)
  if (subject?.ai_status !== 'pending') return
  await recordSkipped(tx, orgId, subject, ofSystem(orgId, subject, cause), reason)
}

/** Adds a run that waits for a worker. */
export async function insertPending(tx: Tx, run: NewRun): Promise<RunRow> {
  const row = await insertRun(tx, run)
  await notify(tx, 'work', 'event_analyses')
  return row
}

/** What a camera sets of provider and model. */
export function cameraModel(subject: SubjectRow): CameraModel {
  return { provider: subject.ai_provider_override, model: subject.ai_model_override }
}

/** A run as it begins. */
export function newRun(
  orgId: string,
  subject: SubjectRow,
  cause: AnalysisCause,
  actor: Actor,
  wanted: { mode?: AnalysisRun['mode'] | undefined; pass_mode?: AnalysisRun['pass_mode'] | undefined } = {},
): NewRun {
  return {
    org_id: orgId,
    id: uuidv7(),
    event_id: subject.id,
    cause,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    mode: wanted.mode ?? subject.ai_analysis_mode,
    pass_mode: wanted.pass_mode ?? subject.ai_pass_mode,
  }
}

/** A reason as a sentence: it begins with a capital and ends with a full stop. */
export function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const ofSystem = (orgId: string, subject: SubjectRow, cause: AnalysisCause): NewRun =>
  newRun(orgId, subject, cause, systemActor)

type LockedSubject = SubjectRow & { readonly ai_status: AnalysisRun['state']; readonly hasResult: boolean }

/** The event under its lock, if it is there and no analysis of it is under way. */
async function lockSubject(tx: Tx, orgId: string, eventId: string): Promise<LockedSubject | undefined> {
  const event = await lockForAnalysis(tx, orgId, eventId)
  if (!event || (await findPendingVersion(tx, orgId, eventId)) !== null) return undefined
  const subject = await findSubject(tx, orgId, eventId)
  return subject && { ...subject, ai_status: event.ai_status, hasResult: event.ai_completed_at !== null }
}

/** A run that ends where it begins; the rules are judged all the same. */
async function recordSkipped(
  tx: Tx,
  orgId: string,
  subject: LockedSubject,
  run: NewRun,
  reason: string,
): Promise<void> {
  const { version } = await insertRun(tx, run, reason)
  await saveAnalysisOf(
    tx,
    orgId,
    subject.id,
    uncompletedChange(subject, 'skipped', reason, subject.hasResult),
  )
  if (subject.deleted_at === null) await judgeEvent(tx, orgId, subject.id, version)
}

/** Why an event without a clip is not analysed, with what the gateway or the cloud said of the clip. */
export const noClipReason = (clipError: string | null): string =>
  clipError === null ? 'There is no clip.' : `There is no clip: ${sentence(clipError)}`
