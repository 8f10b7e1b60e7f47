import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { systemActor } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { applySuggestedKnob, revertSuggestion } from './apply-suggestion.js'
import { effectiveKnobs } from './knobs.js'
import { findOverride, findRuleKnobs, lockCamera } from './knobs.repository.js'
import { listEvidence, listSuggestionKeys, type SuggestionKey } from './learn.repository.js'
import { type Evidence, suggestKnob } from './suggest-knob.js'
import {
  decisionOf,
  findOpenSuggestion,
  insertSuggestion,
  listAppliedAgainst,
  replaceEvents,
  saveSuggestion,
} from './suggestion.repository.js'

/** On what somebody gave feedback. */
interface GivenFeedback {
  readonly eventId: string
  /** The rule that it is about; null: every rule with an alert of the event. */
  readonly ruleId: string | null
  /** Whoever gave it may change knobs: what others say leads to suggestions at most, also where suggestions are applied. */
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
  for (const key of await listSuggestionKeys(tx, orgId, eventId, ruleId)) {
    // Two who give feedback on one camera at once learn one after the other; of a deleted camera nothing is learnt.
    if (await lockCamera(tx, orgId, key.camera_id)) await learnOf(tx, orgId, { eventId, mayChangeKnobs }, key)
  }
}

async function learnOf(
  tx: Tx,
  orgId: string,
  { eventId, mayChangeKnobs }: Omit<GivenFeedback, 'ruleId'>,
  key: SuggestionKey,
): Promise<void> {
  const override = await findOverride(tx, orgId, key.camera_id)
  const effective = effectiveKnobs(await findRuleKnobs(tx, orgId, key.rule_id), override)
  const { enabled, learn_from_feedback: mode, learn_within_days: days } = effective.knobs
  if (!enabled || mode === 'off') return
  const evidence = await listEvidence(tx, orgId, key, { eventId, days })
  if (evidence.some((one) => one.eventId === eventId && one.said === 'useful' && one.heldBack)) {
    if (await revertApplied(tx, orgId, eventId)) return
  }
  const suggestion = suggestKnob(key.kind, evidence, effective.knobs)
  const open = await findOpenSuggestion(tx, orgId, key)
  if (!suggestion) {
    if (open) await withdraw(tx, orgId, open.id, evidence)
    return
  }
  const id = open?.id ?? uuidv7()
  const row = {
    knob: suggestion.knob,
    value: JSON.stringify(suggestion.value),
    reason: suggestion.reason,
    ...counts(evidence),
  }
  if (open) await saveSuggestion(tx, orgId, id, row)
  else await insertSuggestion(tx, { org_id: orgId, id, ...key, ...row, status: 'open' })
  await replaceEvents(
    tx,
    orgId,
    id,
    evidence.map((one) => one.eventId),
  )
  if (mode === 'apply' && mayChangeKnobs)
    await applySuggestedKnob(tx, orgId, { id, key, suggestion, effective })
}

/**
 * Somebody was not notified of what was useful: what the service had applied of its own accord is taken back.
 * @returns true if anything was
 */
async function revertApplied(tx: Tx, orgId: string, eventId: string): Promise<boolean> {
  let any = false
  for (const row of await listAppliedAgainst(tx, orgId, eventId)) {
    if (!(await revertSuggestion(tx, orgId, row))) continue
    any = true
    await saveSuggestion(tx, orgId, row.id, { status: 'withdrawn', ...decisionOf(systemActor) })
    const data = { rule_id: row.rule_id, suggestion_id: row.id, knob: row.knob, useful_event_id: eventId }
    const target = { kind: 'camera', id: row.camera_id }
    await recordAudit(tx, { orgId, actor: systemActor }, 'camera.nbd_suggestion_taken_back', { target, data })
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
