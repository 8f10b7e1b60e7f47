import type { EventCategory } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { kindOf } from '../no-big-deal/no-big-deal.service.js'
import type { Tx } from '../platform/database/database.js'
import { noteFired } from './alert.repository.js'
import type { AlertRuleRow } from './alert-rule.repository.js'
import { type FiringCandidate, letOut } from './let-out.js'
import type { RuleIndex } from './rule-index.js'
import { ruleIndexes } from './rule-indexes.js'
import { severityOfRule } from './severity-of-rule.js'
import { type NewAlert, writeAlerts } from './write-alerts.js'

/** A newly stored event, as rules and their webhooks see it. */
export interface FiringEvent {
  readonly id: string
  readonly camera_id: string
  readonly camera_name: string
  /** The site at trigger time. */
  readonly site_id: string
  readonly event_category: EventCategory
  readonly trigger_topic: string
  readonly trigger_source: string
  readonly triggered_at: Date
  /** It reached the cloud more than 15 minutes after it happened. */
  readonly late: boolean
}

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
  const written = await writeAlerts(tx, orgId, alertsOf(orgId, firing, rules, events))
  for (const { rule_id: ruleId, camera_id: cameraId, triggered_at: at } of written) {
    if (cameraId !== null) await noteFired(tx, orgId, { ruleId, subjectId: cameraId }, at)
  }
}

function candidatesOf(rules: RuleIndex<AlertRuleRow>, events: readonly FiringEvent[]): FiringCandidate[] {
  return events.flatMap((event) =>
    rules.rulesFor(event).map((rule) => ({
      ruleId: rule.id,
      cooldownSec: rule.cooldown_sec,
      eventId: event.id,
      cameraId: event.camera_id,
      siteId: event.site_id,
      category: event.event_category,
      severity: severityOfRule(rule),
      confidence: null,
      tags: [],
      triggeredAt: event.triggered_at,
    })),
  )
}

function alertsOf(
  orgId: string,
  firing: readonly FiringCandidate[],
  rules: RuleIndex<AlertRuleRow>,
  events: readonly FiringEvent[],
): NewAlert[] {
  return firing.flatMap((candidate) => {
    const { ruleId, eventId } = candidate
    const rule = rules.find(ruleId)
    const event = events.find((one) => one.id === eventId)
    if (!rule || !event) return []
    const row = {
      org_id: orgId,
      id: uuidv7(),
      rule_id: rule.id,
      rule_name: rule.name,
      event_id: event.id,
      camera_id: event.camera_id,
      site_id: event.site_id,
      severity: rule.severity,
      kind: kindOf(candidate),
      description: describe(event),
      late: event.late,
      triggered_at: event.triggered_at,
    }
    return { row, cameraName: event.camera_name }
  })
}

const categoryNames: Record<EventCategory, string> = {
  motion: 'Motion',
  intrusion: 'Intrusion',
  line_crossing: 'Line crossing',
  tamper: 'Tampering',
  tampering_scene: 'Tampering with the view',
  analytics_object: 'Object seen',
  io: 'Input or output',
  audio: 'Sound',
  schedule: 'Scheduled recording',
  other: 'Event',
}

/** A sentence from what is known without analysis. */
export function describe(event: FiringEvent): string {
  const what = event.trigger_source === 'manual' ? 'Manual trigger' : categoryNames[event.event_category]
  return `${what} at ${event.camera_name}`
}
