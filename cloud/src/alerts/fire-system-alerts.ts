import { uuidv7 } from 'uuidv7'
import type { Tx } from '../platform/database/database.js'
import { lockCooldowns, noteFired } from './alert.repository.js'
import { type AlertRuleRow, listActiveRules } from './alert-rule.repository.js'
import { listRulesOfOutage } from './outage-watch.repository.js'
import { type Outage, rulesForOutage } from './rule-match.js'
import { type NewAlert, writeAlerts } from './write-alerts.js'

/** A camera or a gateway whose outage has lasted for the grace time. */
export interface DownSubject {
  readonly orgId: string
  readonly id: string
  readonly name: string
  /** Where it is now. */
  readonly siteId: string
  readonly downSince: Date
  readonly outage: Outage
}

/**
 * Writes an alert for each rule that the outage concerns. A rule tells of one outage once; cooldown runs from alert to
 * alert by the database's clock.
 * @returns when to look again, because a cooldown is over then; null if there is nothing to wait for
 */
export async function fireSystemAlerts(tx: Tx, subject: DownSubject, now: Date): Promise<Date | null> {
  const { orgId, id: subjectId } = subject
  const told = await listRulesOfOutage(tx, orgId, subjectId)
  const rules = rulesForOutage(await listActiveRules(tx, orgId, 'system_event'), subject.outage).filter(
    (rule) => !told.includes(rule.id),
  )
  if (rules.length === 0) return null
  const cooldowns = await lockCooldowns(
    tx,
    orgId,
    rules.map((rule) => ({ ruleId: rule.id, subjectId })),
  )
  const freeAt = (rule: AlertRuleRow) => {
    const last = cooldowns.find((one) => one.rule_id === rule.id)?.last_fired_at
    return last === undefined || last.getTime() === 0 ? 0 : last.getTime() + rule.cooldown_sec * 1000
  }
  const firing = rules.filter((rule) => freeAt(rule) <= now.getTime())
  await writeAlerts(
    tx,
    orgId,
    firing.map((rule) => alertOf(subject, rule)),
  )
  for (const rule of firing) await noteFired(tx, orgId, { ruleId: rule.id, subjectId }, now)
  const waiting = rules.filter((rule) => !firing.includes(rule)).map(freeAt)
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
