import type { Tx } from '../platform/database/database.js'
import { noteFired } from './alert.repository.js'
import type { AlertRuleRow } from './alert-rule.repository.js'
import { eventAlert, type FiringCandidate, type FiringEvent, firingCandidate } from './event-alert.js'
import { letOut } from './let-out.js'
import type { RuleIndex } from './rule-index.js'
import { ruleIndexes } from './rule-indexes.js'
import { severityOfRule } from './severity-of-rule.js'
import { writeAlerts } from './write-alerts.js'

/**
 * Judges newly stored events by the organisation's rules, and writes the alerts and the deliveries that they
 * cause. Part of the transaction that stores the events, so that neither can be there without the other.
 * Repeating an event makes no second alert.
 */
export async function fireAlerts(tx: Tx, orgId: string, events: readonly FiringEvent[]): Promise<void> {
  const rules = await ruleIndexes.of(tx, orgId)
  const candidates = candidatesOf(rules, events)
  if (candidates.length === 0) return
  const firing = await letOut(tx, orgId, candidates)
  if (firing.length === 0) return
  const byId = new Map(events.map((event) => [event.id, event]))
  const alerts = firing.flatMap((candidate) => {
    const event = byId.get(candidate.eventId)
    return event ? [eventAlert(orgId, candidate, event, null)] : []
  })
  const written = await writeAlerts(tx, orgId, alerts)
  for (const { rule_id: ruleId, camera_id: cameraId, triggered_at: at } of written) {
    if (cameraId !== null) await noteFired(tx, orgId, { ruleId, subjectId: cameraId }, at)
  }
}

function candidatesOf(rules: RuleIndex<AlertRuleRow>, events: readonly FiringEvent[]): FiringCandidate[] {
  return events.flatMap((event) =>
    rules
      .rulesFor(event)
      .map((rule) =>
        firingCandidate(rule, event, { severity: severityOfRule(rule), confidence: null, tags: [] }),
      ),
  )
}
