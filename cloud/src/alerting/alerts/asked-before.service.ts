import { type EarlierEvent, listEarlier } from '../../events/continuation.service.js'
import type { Db } from '../../platform/database/handles.js'
import type { AlertRuleRow } from '../rules/alert-rule.table.js'
import { mismatch } from '../rules/rule-match.service.js'
import { listAlertsOfEvents } from './alert.repository.js'

/** Whether a rule was asked about an event from which this one goes on, and so is not asked about it again. */
export type AskedBefore = (rule: AlertRuleRow, eventId: string) => boolean

/**
 * Of each of these events, which rules that fire at once were asked about the ones from which it goes on, if there are any: a rule that
 * was asked told whom it had to, or cooldown or No-Big-Deal was against it.
 */
export async function askedBefore(db: Db, orgId: string, eventIds: readonly string[]): Promise<AskedBefore> {
  const earlier = await listEarlier(db, orgId, eventIds)
  const ids = new Set([...earlier.values()].flat().map(({ id }) => id))
  const alerts = ids.size === 0 ? [] : await listAlertsOfEvents(db, orgId, [...ids])
  const told = new Set(alerts.map(({ rule_id: rule, event_id: event }) => `${rule} ${event}`))
  return (rule, eventId) =>
    (earlier.get(eventId) ?? []).some((event) => told.has(`${rule.id} ${event.id}`) || concerned(rule, event))
}

/** As the rule is now: of one that was made or changed since nobody knows that it was asked. */
function concerned(rule: AlertRuleRow, event: EarlierEvent): boolean {
  return rule.updated_at <= event.received_at && mismatch(rule, event) === null
}
