import type { Severity } from '@sightline/protocol'
import { listChain } from '../../events/continuation.service.js'
import type { Tx } from '../../platform/database/handles.js'
import { findRulesById } from '../rules/camera-event-rule.service.js'
import { mismatchAfterAnalysis } from '../rules/rule-match.service.js'
import { suppressAlerts } from '../suppression/suppress.service.js'
import { applyCooldown } from './cooldown-and-suppression.js'
import { createAlerts } from './create-alerts.service.js'
import { type AlertCandidate, type AlertEvent, toCandidate, toNewAlert } from './event-alert.js'
import { listAlertsOfEvents } from './event-alerts.repository.js'

/** An analysed event, as alerts of compiled rules describe it. */
export interface CompiledEvent extends AlertEvent {
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
  /** The rule had an alert of this event before, or of one that goes on as this one. */
  | { readonly kind: 'alert_stands'; readonly alertId: string }
  | { readonly kind: 'cooldown' }
  | { readonly kind: 'held_back'; readonly knob: string }
  /** The rule does not concern the event any more: it was changed, disabled or deleted meanwhile. */
  | { readonly kind: 'no_alert'; readonly reason: string }

/** By rule, the alert that it made of the event, or of another one that is the same cause: whoever was told is not told again. */
async function listStanding(tx: Tx, orgId: string, eventId: string): Promise<Map<string | null, string>> {
  const alerts = await listAlertsOfEvents(tx, orgId, [eventId, ...(await listChain(tx, orgId, eventId))])
  // Its own before those of others.
  const ownLast = alerts.toSorted(
    (one, other) => Number(one.event_id === eventId) - Number(other.event_id === eventId),
  )
  return new Map(ownLast.map((alert) => [alert.rule_id, alert.id]))
}

/**
 * Writes the alerts of the rules that matched an event, with all that follows of them: cooldown, then No-Big-Deal, then
 * deliveries and notifications, as for immediate rules. Part of the transaction that writes the verdicts. A rule makes
 * one alert of an event.
 * @returns what followed, by rule
 */
export async function createCompiledAlerts(
  tx: Tx,
  orgId: string,
  event: CompiledEvent,
  matches: readonly CompiledMatch[],
): Promise<Map<string, CompiledOutcome>> {
  const outcomes = new Map<string, CompiledOutcome>()
  if (matches.length === 0) return outcomes
  const rules = await findRulesById(
    tx,
    orgId,
    matches.map(({ ruleId }) => ruleId),
  )
  const candidates = matches.flatMap((match): AlertCandidate[] => {
    const rule = rules.get(match.ruleId)
    const why = rule === undefined ? 'the rule is deleted' : mismatchAfterAnalysis(rule, event)
    if (rule !== undefined && why === null) {
      const severity = match.severity ?? rule.severity
      return [toCandidate(rule, event, { severity, confidence: match.confidence, tags: event.tags })]
    }
    outcomes.set(match.ruleId, { kind: 'no_alert', reason: why ?? 'the rule is deleted' })
    return []
  })
  const outside = await applyCooldown(tx, orgId, candidates)
  // Under the lock of the cooldown: of two workers that evaluate the same run at once, the second finds what the first wrote.
  const standing = await listStanding(tx, orgId, event.id)
  const free = outside.filter(({ ruleId }) => !standing.has(ruleId))
  for (const { ruleId } of candidates) {
    const alertId = standing.get(ruleId)
    outcomes.set(ruleId, alertId === undefined ? { kind: 'cooldown' } : { kind: 'alert_stands', alertId })
  }
  const { passed, heldBack } = await suppressAlerts(tx, orgId, free)
  for (const { candidate, knob } of heldBack) outcomes.set(candidate.ruleId, { kind: 'held_back', knob })
  const written = await createAlerts(
    tx,
    orgId,
    passed.map((candidate) => toNewAlert(orgId, candidate, event, event.description)),
  )
  for (const { id: alertId, rule_id: ruleId } of written) outcomes.set(ruleId, { kind: 'alert', alertId })
  return outcomes
}
