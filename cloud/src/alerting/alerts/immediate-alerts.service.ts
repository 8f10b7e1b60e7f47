import { TimeSlice } from '../../platform/concurrency/time-slice.js'
import type { Tx } from '../../platform/database/handles.js'
import { systemClock } from '../../platform/time/clock.js'
import type { AlertRuleRow } from '../rules/alert-rule.table.js'
import type { RuleIndex } from '../rules/rule-index.service.js'
import type { RuleIndexCache } from '../rules/rule-index-cache.service.js'
import { mismatch } from '../rules/rule-match.service.js'
import { askedBefore } from './asked-before.service.js'
import { applyCooldownAndSuppression } from './cooldown-and-suppression.js'
import { createAlerts } from './create-alerts.service.js'
import { type AlertCandidate, type AlertEvent, toCandidate, toNewAlert } from './event-alert.js'

/**
 * Matches newly stored events against the organisation's rules, and writes the alerts and the deliveries that they
 * cause. Part of the transaction that stores the events, so that neither can be there without the other.
 * Repeating an event makes no second alert, and of one that goes on from another those rules tell that were not asked before.
 */
export async function createImmediateAlerts(
  ruleIndexes: RuleIndexCache,
  tx: Tx,
  orgId: string,
  events: readonly AlertEvent[],
): Promise<void> {
  const matched = await matchRules(await ruleIndexes.of(tx, orgId), events)
  const candidates = await withoutAskedBefore(tx, orgId, matched, events)
  if (candidates.length === 0) return
  const passed = await applyCooldownAndSuppression(tx, orgId, candidates)
  const byId = new Map(events.map((event) => [event.id, event]))
  const alerts = passed.flatMap((candidate) => {
    const event = byId.get(candidate.eventId)
    return event ? [toNewAlert(orgId, candidate, event, null)] : []
  })
  await createAlerts(tx, orgId, alerts)
}

/** A rule that was asked about an event is not asked about what goes on from it. */
async function withoutAskedBefore(
  tx: Tx,
  orgId: string,
  candidates: readonly AlertCandidate[],
  events: readonly AlertEvent[],
): Promise<readonly AlertCandidate[]> {
  const goOn = new Set(events.filter((event) => event.is_continuation).map(({ id }) => id))
  const inQuestion = new Set(candidates.map(({ eventId }) => eventId).filter((id) => goOn.has(id)))
  if (inQuestion.size === 0) return candidates
  const wasAsked = await askedBefore(tx, orgId, [...inQuestion])
  const asked = new Set<AlertCandidate>()
  for (const candidate of candidates)
    if (await wasAsked(candidate.rule, candidate.eventId)) asked.add(candidate)
  return candidates.filter((candidate) => !asked.has(candidate))
}

/** A thousand long patterns held against a long topic take a while: others have their turn meanwhile. */
async function matchRules(
  rules: RuleIndex<AlertRuleRow>,
  events: readonly AlertEvent[],
): Promise<AlertCandidate[]> {
  const timeSlice = new TimeSlice(systemClock)
  const candidates: AlertCandidate[] = []
  for (const event of events) {
    for (const rule of rules.rulesThatMayMatch(event)) {
      if (mismatch(rule, event) === null)
        candidates.push(toCandidate(rule, event, { severity: rule.severity, confidence: null, tags: [] }))
      await timeSlice.yieldIfSpent()
    }
  }
  return candidates
}
