import type { EventCategory } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { systemActor } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { type AlertDelivery, enqueueAlertDeliveries } from '../webhooks/webhook.service.js'
import {
  type AlertRow,
  insertAlerts,
  insertTimeline,
  listAlertsBetween,
  lockCooldowns,
  noteFired,
} from './alert.repository.js'
import { type AlertRuleRow, listActiveEventRules } from './alert-rule.repository.js'
import { type Candidate, outsideCooldown } from './cooldown.js'
import { mismatch } from './rule-match.js'

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

/** The longest cooldown that a rule may have, milliseconds. */
const longestCooldownMs = 3_600_000

/**
 * Judges newly stored events by the organisation's rules, and writes the alerts and the deliveries that they
 * cause. Part of the transaction that stores the events, so that neither can be there without the other.
 * Repeating an event makes no second alert.
 */
export async function fireAlerts(tx: Tx, orgId: string, events: readonly FiringEvent[]): Promise<void> {
  const rules = await listActiveEventRules(tx, orgId)
  const candidates = candidatesOf(rules, events)
  if (candidates.length === 0) return
  const firing = await withoutRepeats(tx, orgId, candidates)
  if (firing.length === 0) return
  const alerts = await insertAlerts(tx, rowsOf(orgId, firing, rules, events))
  for (const alert of alerts) await noteFired(tx, orgId, alert)
  if (alerts.length === 0) return
  await insertTimeline(tx, alerts.flatMap(timelineOf))
  await enqueueAlertDeliveries(
    tx,
    orgId,
    alerts.map((alert) => deliveryOf(alert, events)),
  )
}

function candidatesOf(rules: readonly AlertRuleRow[], events: readonly FiringEvent[]): Candidate[] {
  return events.flatMap((event) =>
    rules
      .filter((rule) => mismatch(rule, event) === null)
      .map((rule) => ({
        ruleId: rule.id,
        cooldownSec: rule.cooldown_sec,
        eventId: event.id,
        cameraId: event.camera_id,
        triggeredAt: event.triggered_at,
      })),
  )
}

/** The candidates outside the cooldown of what stands, looked at under its lock. */
async function withoutRepeats(tx: Tx, orgId: string, candidates: Candidate[]): Promise<Candidate[]> {
  const pairs = new Map(candidates.map((one) => [`${one.ruleId} ${one.cameraId}`, one]))
  await lockCooldowns(tx, orgId, [...pairs.values()])
  const times = candidates.map((one) => one.triggeredAt.getTime())
  const past = await listAlertsBetween(
    tx,
    orgId,
    [...new Set(candidates.map((one) => one.ruleId))],
    new Date(Math.min(...times) - longestCooldownMs),
    new Date(Math.max(...times) + longestCooldownMs),
  )
  return outsideCooldown(candidates, past)
}

function rowsOf(
  orgId: string,
  firing: readonly Candidate[],
  rules: readonly AlertRuleRow[],
  events: readonly FiringEvent[],
) {
  return firing.flatMap(({ ruleId, eventId }) => {
    const rule = rules.find((one) => one.id === ruleId)
    const event = events.find((one) => one.id === eventId)
    if (!rule || !event) return []
    return {
      org_id: orgId,
      id: uuidv7(),
      rule_id: rule.id,
      rule_name: rule.name,
      event_id: event.id,
      camera_id: event.camera_id,
      site_id: event.site_id,
      severity: rule.severity,
      description: describe(event),
      late: event.late,
      triggered_at: event.triggered_at,
    }
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
function describe(event: FiringEvent): string {
  const what = event.trigger_source === 'manual' ? 'Manual trigger' : categoryNames[event.event_category]
  return `${what} at ${event.camera_name}`
}

function timelineOf(alert: AlertRow) {
  const entry = {
    org_id: alert.org_id,
    alert_id: alert.id,
    actor_kind: systemActor.kind,
    actor_id: systemActor.id,
    actor_name: systemActor.name,
  }
  const fired = { ...entry, id: uuidv7(), action: 'fired' as const }
  return alert.late ? [fired, { ...entry, id: uuidv7(), action: 'late' as const }] : [fired]
}

function deliveryOf(alert: AlertRow, events: readonly FiringEvent[]): AlertDelivery {
  const event = events.find((one) => one.id === alert.event_id)
  return {
    alert_id: alert.id,
    rule_id: alert.rule_id,
    rule_name: alert.rule_name,
    camera_id: alert.camera_id,
    camera_name: event?.camera_name ?? '',
    event_id: alert.event_id ?? alert.id,
    severity: alert.severity,
    description: alert.description,
    confidence: alert.confidence,
    triggered_at: alert.triggered_at,
  }
}
