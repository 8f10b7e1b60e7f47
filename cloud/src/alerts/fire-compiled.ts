import type { Severity } from '@sightline/protocol'
import { holdBack } from '../no-big-deal/no-big-deal.service.js'
import { noteHeldBack } from '../notifications/notification.service.js'
import type { Tx } from '../platform/database/database.js'
import { listAlertsOfEvent, noteFired } from './alert.repository.js'
import { listRulesById } from './alert-rule.repository.js'
import { eventAlert, type FiringCandidate, type FiringEvent, firingCandidate } from './event-alert.js'
import { mismatchAfterAnalysis } from './rule-match.js'
import { severityOfRule } from './severity-of-rule.js'
import { withoutRepeats } from './without-repeats.js'
import { writeAlerts } from './write-alerts.js'

/** An analysed event, as the alerts of compiled rules tell it. */
export interface CompiledEvent extends FiringEvent {
  /** Lower case, the main one first. */
  readonly tags: readonly string[]
  /** 0 to 1; null where nobody said how sure it is. */
  readonly confidence: number | null
  /** What the alert says: the summary of the event; null: what is known without analysis. */
  readonly description: string | null
}

/** A rule whose compiled version matched the event. */
export interface CompiledMatch {
  readonly ruleId: string
  /** The version's or the analysis'; null leaves it to the rule. */
  readonly severity: Severity | null
  /** How sure the verdict is, 0 to 1; null where nobody said. */
  readonly confidence: number | null
}

/** What followed of a match. */
export type CompiledOutcome =
  | { readonly kind: 'alert'; readonly alertId: string }
  /** The rule had told of this event before. */
  | { readonly kind: 'alert_stands'; readonly alertId: string }
  | { readonly kind: 'cooldown' }
  | { readonly kind: 'held_back'; readonly knob: string }
  /** The rule does not concern the event any more: it was changed, disabled or deleted meanwhile. */
  | { readonly kind: 'no_alert'; readonly reason: string }

/**
 * Writes the alerts of the rules that matched an event, with all that follows of them: cooldown, then No-Big-Deal, then
 * deliveries and notifications, as for immediate rules. Part of the transaction that writes the verdicts. A rule tells
 * of one event once.
 * @returns what followed, by rule
 */
export async function fireCompiled(
  tx: Tx,
  orgId: string,
  event: CompiledEvent,
  matches: readonly CompiledMatch[],
): Promise<Map<string, CompiledOutcome>> {
  const outcomes = new Map<string, CompiledOutcome>()
  if (matches.length === 0) return outcomes
  const ids = matches.map(({ ruleId }) => ruleId)
  const rules = new Map((await listRulesById(tx, orgId, ids)).map((rule) => [rule.id, rule]))
  const candidates = matches.flatMap((match): FiringCandidate[] => {
    const rule = rules.get(match.ruleId)
    const why = rule === undefined ? 'the rule is deleted' : mismatchAfterAnalysis(rule, event)
    if (rule !== undefined && why === null) {
      const severity = match.severity ?? severityOfRule(rule)
      return [firingCandidate(rule, event, { severity, confidence: match.confidence, tags: event.tags })]
    }
    outcomes.set(match.ruleId, { kind: 'no_alert', reason: why ?? 'the rule is deleted' })
    return []
  })
  const quiet = await withoutRepeats(tx, orgId, candidates)
  // Under the lock of the cooldown: of two who judge the same run at once, the second finds what the first wrote.
  const standing = new Map(
    (await listAlertsOfEvent(tx, orgId, event.id)).map((alert) => [alert.rule_id, alert.id]),
  )
  const free = quiet.filter(({ ruleId }) => !standing.has(ruleId))
  for (const { ruleId } of candidates) {
    const alertId = standing.get(ruleId)
    outcomes.set(ruleId, alertId === undefined ? { kind: 'cooldown' } : { kind: 'alert_stands', alertId })
  }
  const { passed, heldBack } = await holdBack(tx, orgId, free)
  await noteHeldBack(tx, orgId, heldBack)
  for (const { candidate, knob } of heldBack) outcomes.set(candidate.ruleId, { kind: 'held_back', knob })
  const written = await writeAlerts(
    tx,
    orgId,
    passed.map((candidate) => eventAlert(orgId, candidate, event, event.description)),
  )
  for (const alert of written) {
    outcomes.set(alert.rule_id, { kind: 'alert', alertId: alert.id })
    await noteFired(tx, orgId, { ruleId: alert.rule_id, subjectId: event.camera_id }, event.triggered_at)
  }
  return outcomes
}
