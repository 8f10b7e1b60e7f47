import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../platform/database/handles.js'
import { lockCooldownEnds } from '../alerts/cooldown.service.js'
import { createAlerts, type NewAlert } from '../alerts/create-alerts.service.js'
import type { AlertRuleRow } from '../rules/alert-rule.table.js'
import { findRulesForOutage, type Outage } from '../rules/outage-rule.service.js'
import { listRulesOfOutage } from './outage-watch.repository.js'

/** A camera or a gateway whose outage has lasted for the grace time. */
interface DownSubject {
  readonly orgId: string
  readonly id: string
  readonly name: string
  /** Where it is now. */
  readonly siteId: string
  readonly downSince: Date
  readonly outage: Outage
}

/**
 * Writes an alert for each rule that the outage concerns. A rule makes one alert of an outage; cooldown runs from alert
 * to alert by the database's clock.
 * @returns when to check again, because a cooldown is over then; null if there is nothing to wait for
 */
export async function createOutageAlerts(tx: Tx, subject: DownSubject, now: Date): Promise<Date | null> {
  const { orgId, id: subjectId } = subject
  const done = await listRulesOfOutage(tx, orgId, subjectId)
  const rules = (await findRulesForOutage(tx, orgId, subject.outage)).filter(({ id }) => !done.includes(id))
  if (rules.length === 0) return null
  const ends = await lockCooldownEnds(tx, orgId, subjectId, rules)
  const endOf = ({ id }: AlertRuleRow) => ends.get(id) ?? 0
  const firing = rules.filter((rule) => endOf(rule) <= now.getTime())
  await createAlerts(
    tx,
    orgId,
    firing.map((rule) => ({ ...alertOf(subject, rule), cooldownFrom: now })),
  )
  const waiting = rules.filter((rule) => !firing.includes(rule)).map(endOf)
  return waiting.length === 0 ? null : new Date(Math.min(...waiting))
}

function alertOf(subject: DownSubject, rule: AlertRuleRow): NewAlert {
  const isCamera = subject.outage.kind === 'camera'
  const row = {
    org_id: subject.orgId,
    id: uuidv7(),
    rule_id: rule.id,
    rule_name: rule.name,
    camera_id: isCamera ? subject.id : null,
    gateway_id: isCamera ? null : subject.id,
    site_id: subject.siteId,
    severity: rule.severity,
    description: describe(subject),
    triggered_at: subject.downSince,
    outage_lasts: true,
  }
  return { row, cameraName: isCamera ? subject.name : '' }
}

function describe({ name, outage }: DownSubject): string {
  if (outage.kind === 'camera') return `${name} is off line`
  const count = outage.cameraIds.length
  const gateway = name === '' ? 'A gateway' : `The gateway ${name}`
  return count === 0
    ? `${gateway} is off line`
    : `${gateway} is off line, and with it ${count === 1 ? 'one camera' : `${count} cameras`}`
}
