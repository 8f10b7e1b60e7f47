import type { AnalysisCause, AnalysisRun, AnalyzeRequest } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { lockForAnalysis, saveAnalysisOf } from '../../../events/event-analysis.service.js'
import { type Actor, systemActor } from '../../../platform/caller.js'
import type { Config } from '../../../platform/config.js'
import type { Tx } from '../../../platform/database/handles.js'
import { notify } from '../../../platform/database/notify.js'
import { chooseModelFor } from '../../models/choose-model.service.js'
import type { CameraModel } from '../../models/model.service.js'
import type { AnalysisHooks } from '../analysis-hooks.js'
import { uncompletedChange } from '../runs/event-changes.js'
import { findPendingVersion, insertRun, type NewRun, type RunRow } from '../runs/run.repository.js'
import { findSubject, type SubjectRow } from '../runs/subject.repository.js'

export type { AnalysisHooks } from '../analysis-hooks.js'

interface QueueDeps {
  readonly config: Pick<Config, 'ai'>
  readonly hooks: AnalysisHooks
}

interface QueuedEvent {
  readonly orgId: string
  readonly eventId: string
}

interface SkippedEvent extends QueuedEvent {
  readonly cause: 'clip_failed' | 'clip_given_up'
  readonly reason: string
}

export const disabledReason = 'The analysis of this camera is disabled.'

/**
 * Lets the pictures of an event be analysed, in the transaction that stored its clip. Where that cannot be, the run is
 * skipped at once, with the reason. One that is under way is not joined by a second.
 */
export async function queueAnalysis(
  { config, hooks }: QueueDeps,
  tx: Tx,
  { orgId, eventId, cause }: QueuedEvent & { readonly cause: AnalysisCause },
): Promise<void> {
  const subject = await lockSubject(tx, orgId, eventId)
  if (!subject) return
  const run = newRun({ orgId, subject, cause, actor: systemActor })
  const skip = (reason: string) => recordSkipped(hooks, tx, subject, { run, reason })
  if (subject.ai_analysis_mode === 'disabled') return skip(disabledReason)
  const chosen = await chooseModelFor(tx, config, orgId, cameraModel(subject))
  if (chosen.kind === 'none') return skip(sentence(chosen.reason))
  await insertPending(tx, run)
}

/**
 * Gives up the analysis of an event whose clip will not come, in the transaction that says so. Nothing happens to an
 * event whose analysis ended before, or is under way.
 */
export async function skipAnalysis(
  { hooks }: Pick<QueueDeps, 'hooks'>,
  tx: Tx,
  { orgId, eventId, cause, reason }: SkippedEvent,
): Promise<void> {
  const subject = await lockSubject(tx, orgId, eventId)
  if (subject?.ai_status !== 'pending') return
  const run = newRun({ orgId, subject, cause, actor: systemActor })
  await recordSkipped(hooks, tx, subject, { run, reason })
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
export function newRun({
  orgId,
  subject,
  cause,
  actor,
  wanted = {},
}: {
  readonly orgId: string
  readonly subject: SubjectRow
  readonly cause: AnalysisCause
  readonly actor: Actor
  readonly wanted?: Partial<AnalyzeRequest>
}): NewRun {
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
  hooks: AnalysisHooks,
  tx: Tx,
  subject: LockedSubject,
  { run, reason }: { readonly run: NewRun; readonly reason: string },
): Promise<void> {
  const orgId = run.org_id
  const { version } = await insertRun(tx, run, reason)
  await saveAnalysisOf(
    tx,
    orgId,
    subject.id,
    uncompletedChange(subject, 'skipped', reason, subject.hasResult),
  )
  if (subject.is_listed) await hooks.onAnalysed(tx, orgId, subject.id, version)
}

/** Why an event without a clip is not analysed, with what the gateway or the cloud said of the clip. */
export const noClipReason = (clipError: string | null): string =>
  clipError === null ? 'There is no clip.' : `There is no clip: ${sentence(clipError)}`
