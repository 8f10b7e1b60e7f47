import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { noteHeldBack } from '../../delivery/notifications/decisions/held-back-alert.service.js'
import type { Tx } from '../../platform/database/handles.js'
import { alertKind, type HeldBack, type SuppressionCandidate } from './alert-candidate.service.js'
import { effectiveKnobs } from './knobs.js'
import { insertHeldBack, readSuppressionFacts, type SuppressionFacts } from './suppress.repository.js'
import { suppressingKnob } from './suppressing-knob.js'
import type { HeldBackAlertTable } from './suppression.table.js'

/** True if the candidate falls into the cooldown that one that passed has started: it neither passes nor is held back. */
type InCooldownOf<Candidate> = (candidate: Candidate, passed: Candidate) => boolean

/** What became of the candidates, each in the order of their trigger times. */
interface SuppressionResult<Candidate extends SuppressionCandidate> {
  readonly passed: Candidate[]
  readonly heldBack: HeldBack<Candidate>[]
}

/**
 * No-Big-Deal: separates the candidates that become alerts from those that are held back, and records the latter, also as
 * decisions about those whom the rule would have notified. The caller holds the cooldowns of the candidates' rules and
 * cameras locked, so that of two nodes only one decides about
 * alerts like each other at a time. What is held back moves no cooldown and opens no repeat window.
 * @param inCooldownOf the cooldown among the candidates themselves, decided here because only those that pass start it
 */
export async function suppressAlerts<Candidate extends SuppressionCandidate>(
  tx: Tx,
  orgId: string,
  candidates: readonly Candidate[],
  inCooldownOf: InCooldownOf<Candidate> = () => false,
): Promise<SuppressionResult<Candidate>> {
  if (candidates.length === 0) return { passed: [], heldBack: [] }
  const inOrder = candidates.toSorted(byTriggerTime)
  const keys = inOrder.map((candidate) => ({ ...candidate, kind: alertKind(candidate) }))
  const allFacts = await readSuppressionFacts(tx, orgId, keys)
  if (allFacts.length !== inOrder.length)
    throw new Error('a candidate names a rule or a site that is not there')
  const withFacts = inOrder.map((candidate, index) => ({ candidate, facts: factsAt(allFacts, index) }))
  const result = decideInOrder(withFacts, inCooldownOf)
  const names = new Map(withFacts.map(({ candidate, facts }) => [candidate.ruleId, facts.rule_name]))
  await insertHeldBack(
    tx,
    result.heldBack.map((held) => rowOf(orgId, held, names.get(held.candidate.ruleId) ?? '')),
  )
  await noteHeldBack(tx, orgId, result.heldBack)
  return result
}

function factsAt(all: readonly SuppressionFacts[], index: number): SuppressionFacts {
  const facts = all[index]
  if (!facts) throw new Error(`no knobs were read for candidate ${index}`)
  return facts
}

/** Decides one after the other: those that pass count for the repeat window of those after them. */
function decideInOrder<Candidate extends SuppressionCandidate>(
  given: readonly { readonly candidate: Candidate; readonly facts: SuppressionFacts }[],
  inCooldownOf: InCooldownOf<Candidate>,
): SuppressionResult<Candidate> {
  const passed: Candidate[] = []
  const heldBack: HeldBack<Candidate>[] = []
  for (const { candidate, facts } of given) {
    if (passed.some((one) => inCooldownOf(candidate, one))) continue
    const knobs = effectiveKnobs(facts.rule_knobs ?? {}, facts.camera_knobs ?? {})
    const like = passed.filter((one) => isLike(one, candidate)).map((one) => one.triggeredAt)
    const alerted = [facts.before, facts.after, ...like].filter((at) => at !== null)
    const suppressedBy = suppressingKnob(candidate, knobs, { timezone: facts.timezone, alerted })
    if (suppressedBy) heldBack.push({ candidate, ...suppressedBy })
    else passed.push(candidate)
  }
  return { passed, heldBack }
}

function isLike(a: SuppressionCandidate, b: SuppressionCandidate): boolean {
  return a.ruleId === b.ruleId && a.cameraId === b.cameraId && alertKind(a) === alertKind(b)
}

function byTriggerTime(a: SuppressionCandidate, b: SuppressionCandidate): number {
  return a.triggeredAt.getTime() - b.triggeredAt.getTime() || a.eventId.localeCompare(b.eventId)
}

function rowOf(
  orgId: string,
  { candidate, knob, value, origin, reason }: HeldBack,
  ruleName: string,
): Insertable<HeldBackAlertTable> {
  return {
    org_id: orgId,
    id: uuidv7(),
    rule_id: candidate.ruleId,
    rule_name: ruleName,
    event_id: candidate.eventId,
    camera_id: candidate.cameraId,
    site_id: candidate.siteId,
    knob,
    value: JSON.stringify(value),
    origin,
    reason,
    severity: candidate.severity,
    confidence: candidate.confidence,
    category: candidate.category,
    tags: [...candidate.tags],
    kind: alertKind(candidate),
    triggered_at: candidate.triggeredAt,
  }
}
