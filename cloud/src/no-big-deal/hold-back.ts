import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../platform/database/database.js'
import { effectiveKnobs } from './effective-knobs.js'
import { insertHeldBack, type KnobsAround, readKnobsAround } from './hold-back.repository.js'
import { kindOf } from './kind.js'
import type { HeldBackAlertTable } from './no-big-deal.table.js'
import type { HeldBack, QuietCandidate } from './quiet-candidate.js'
import { whyHeld } from './why-held.js'

/** True if the candidate stays away because of one that passed, for a reason that is not this slice's: it is neither. */
type StaysAway<Candidate> = (candidate: Candidate, passed: Candidate) => boolean

/** What became of the candidates, each in the order of their trigger times. */
export interface Sifted<Candidate extends QuietCandidate> {
  readonly passed: Candidate[]
  readonly heldBack: HeldBack<Candidate>[]
}

/**
 * The gate of No-Big-Deal: tells the alerts that go out from those that are held back, and records the latter. The
 * caller holds the cooldowns of the candidates' rules and cameras locked, so that of two nodes only one decides about
 * alerts like each other at a time. What is held back moves no cooldown and opens no repeat window.
 * @param staysAway the cooldown among the candidates themselves. It is asked here, because only those that pass start it
 */
export async function holdBack<Candidate extends QuietCandidate>(
  tx: Tx,
  orgId: string,
  candidates: readonly Candidate[],
  staysAway: StaysAway<Candidate> = () => false,
): Promise<Sifted<Candidate>> {
  if (candidates.length === 0) return { passed: [], heldBack: [] }
  const inOrder = candidates.toSorted(byTriggerTime)
  const around = await readKnobsAround(tx, orgId, inOrder)
  if (around.length !== inOrder.length)
    throw new Error('a candidate names a rule or a site that is not there')
  const withFacts = inOrder.map((candidate, index) => ({ candidate, facts: factsAt(around, index) }))
  const sifted = sift(withFacts, staysAway)
  const names = new Map(withFacts.map(({ candidate, facts }) => [candidate.ruleId, facts.rule_name]))
  await insertHeldBack(
    tx,
    sifted.heldBack.map((held) => rowOf(orgId, held, names.get(held.candidate.ruleId) ?? '')),
  )
  return sifted
}

function factsAt(around: readonly KnobsAround[], index: number): KnobsAround {
  const facts = around[index]
  if (!facts) throw new Error(`no knobs were read for candidate ${index}`)
  return facts
}

/** Decides one after the other: those that pass count for the repeat window of those after them. */
function sift<Candidate extends QuietCandidate>(
  given: readonly { readonly candidate: Candidate; readonly facts: KnobsAround }[],
  staysAway: StaysAway<Candidate>,
): Sifted<Candidate> {
  const passed: Candidate[] = []
  const heldBack: HeldBack<Candidate>[] = []
  for (const { candidate, facts } of given) {
    if (passed.some((one) => staysAway(candidate, one))) continue
    const knobs = effectiveKnobs(facts.rule_knobs ?? {}, facts.camera_knobs ?? {})
    const like = passed.filter((one) => isLike(one, candidate)).map((one) => one.triggeredAt)
    const wentOut = [facts.before, facts.after, ...like].filter((at) => at !== null)
    const hold = whyHeld(candidate, knobs, { timezone: facts.timezone, wentOut })
    if (hold) heldBack.push({ candidate, ...hold })
    else passed.push(candidate)
  }
  return { passed, heldBack }
}

function isLike(a: QuietCandidate, b: QuietCandidate): boolean {
  return a.ruleId === b.ruleId && a.cameraId === b.cameraId && kindOf(a) === kindOf(b)
}

function byTriggerTime(a: QuietCandidate, b: QuietCandidate): number {
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
    kind: kindOf(candidate),
    triggered_at: candidate.triggeredAt,
  }
}
