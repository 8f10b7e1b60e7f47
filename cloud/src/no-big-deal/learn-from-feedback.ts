import type { KnobValue } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import { type Actor, systemActor } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { patchOf } from './apply-lesson.js'
import { changeKnobs } from './change-knobs.js'
import { type EffectiveKnobs, effectiveKnobs } from './effective-knobs.js'
import { findOverride, findRuleKnobs, holdCamera, saveOverride } from './knobs.repository.js'
import { listEvidence, listSubjects, type Subject } from './learn.repository.js'
import { type Evidence, type Lesson, lessonOf } from './lesson.js'
import {
  decisionOf,
  findOpenSuggestion,
  insertSuggestion,
  listAppliedAgainst,
  replaceEvents,
  saveSuggestion,
} from './suggestion.repository.js'
import { takeBack } from './take-back.js'

/** On what somebody gave feedback. */
export interface GivenFeedback {
  readonly eventId: string
  /** The rule that it is about; null: every rule that told of the event. */
  readonly ruleId: string | null
  /** Whoever gave it may change knobs: what others say leads to suggestions at most, also where lessons are applied. */
  readonly mayChangeKnobs: boolean
}

/**
 * Learns from feedback that was just stored, in its transaction. The same feedback again changes nothing: an event
 * counts once, by what people said of it last.
 */
export async function learnFromFeedback(
  tx: Tx,
  orgId: string,
  { eventId, ruleId, mayChangeKnobs }: GivenFeedback,
): Promise<void> {
  for (const subject of await listSubjects(tx, orgId, eventId, ruleId)) {
    // Two who give feedback on one camera at once learn one after the other; of a deleted camera nothing is learnt.
    if (await holdCamera(tx, orgId, subject.camera_id))
      await learnOf(tx, orgId, { eventId, mayChangeKnobs }, subject)
  }
}

async function learnOf(
  tx: Tx,
  orgId: string,
  { eventId, mayChangeKnobs }: Omit<GivenFeedback, 'ruleId'>,
  subject: Subject,
): Promise<void> {
  const override = await findOverride(tx, orgId, subject.camera_id)
  const effective = effectiveKnobs(await findRuleKnobs(tx, orgId, subject.rule_id), override)
  const { enabled, learn_from_feedback: mode, learn_within_days: days } = effective.knobs
  if (!enabled || mode === 'off') return
  const evidence = await listEvidence(tx, orgId, subject, { eventId, days })
  if (evidence.some((one) => one.eventId === eventId && one.said === 'useful' && one.heldBack)) {
    if (await unlearn(tx, orgId, eventId)) return
  }
  const lesson = lessonOf(subject.kind, evidence, effective.knobs)
  const open = await findOpenSuggestion(tx, orgId, subject)
  if (!lesson) {
    if (open) await withdraw(tx, orgId, open.id, evidence)
    return
  }
  const id = open?.id ?? uuidv7()
  const row = {
    knob: lesson.knob,
    value: JSON.stringify(lesson.value),
    reason: lesson.reason,
    ...counts(evidence),
  }
  if (open) await saveSuggestion(tx, orgId, id, row)
  else await insertSuggestion(tx, { org_id: orgId, id, ...subject, ...row, status: 'open' })
  await replaceEvents(
    tx,
    orgId,
    id,
    evidence.map((one) => one.eventId),
  )
  if (mode === 'apply' && mayChangeKnobs) await applyLesson(tx, orgId, { id, subject, lesson, effective })
}

/**
 * Somebody was not told of what was useful: what the service had applied of its own accord is taken back.
 * @returns true if anything was
 */
async function unlearn(tx: Tx, orgId: string, eventId: string): Promise<boolean> {
  let any = false
  for (const row of await listAppliedAgainst(tx, orgId, eventId)) {
    if (!(await takeBack(tx, orgId, row))) continue
    any = true
    await saveSuggestion(tx, orgId, row.id, { status: 'withdrawn', ...decisionOf(systemActor) })
    const data = { rule_id: row.rule_id, suggestion_id: row.id, knob: row.knob, useful_event_id: eventId }
    const target = { kind: 'camera', id: row.camera_id }
    await recordAudit(tx, orgId, systemActor, 'camera.nbd_suggestion_taken_back', target, data)
  }
  return any
}

async function withdraw(tx: Tx, orgId: string, id: string, evidence: readonly Evidence[]): Promise<void> {
  const change = { status: 'withdrawn' as const, ...decisionOf(systemActor), ...counts(evidence) }
  await saveSuggestion(tx, orgId, id, change)
}

function counts(evidence: readonly Evidence[]) {
  const useful = evidence.filter(({ said }) => said === 'useful').length
  return { no_big_deal: evidence.length - useful, useful }
}

const jsonOf = (value: KnobValue | undefined) => (value === undefined ? null : JSON.stringify(value))

/** A lesson to be put into the override of its camera. */
export interface AppliedLesson {
  readonly id: string
  readonly subject: Subject
  readonly lesson: Pick<Lesson, 'knob' | 'value'>
  /** What holds for the rule and the camera now; the caller holds the camera. */
  readonly effective: EffectiveKnobs
}

/**
 * Puts a lesson into the override of its camera, with what is needed to take it back.
 * @returns false if the knob holds no more; then nothing is changed
 */
export async function applyLesson(
  tx: Tx,
  orgId: string,
  { id, subject, lesson: { knob, value }, effective }: AppliedLesson,
  actor: Actor = systemActor,
): Promise<boolean> {
  const { rule_id: ruleId, camera_id: cameraId } = subject
  const patch = patchOf({ knob, value }, effective.knobs)
  if (!patch) return false
  const override = await findOverride(tx, orgId, cameraId)
  const after = changeKnobs(override, patch)
  await saveOverride(tx, orgId, cameraId, after)
  await saveSuggestion(tx, orgId, id, {
    status: 'applied',
    before_value: jsonOf(override[knob]),
    after_value: jsonOf(after[knob]),
    ...decisionOf(actor),
  })
  const data = { rule_id: ruleId, suggestion_id: id, ...patch }
  await recordAudit(tx, orgId, actor, 'camera.nbd_suggestion_applied', { kind: 'camera', id: cameraId }, data)
  return true
}
