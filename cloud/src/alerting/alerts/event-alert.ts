import type { EventCategory, Severity } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { categoryNames, manualName } from '../../events/category-name.service.js'
import type { AlertRuleRow } from '../rules/alert-rule.table.js'
import { alertKind, type SuppressionCandidate } from '../suppression/alert-candidate.service.js'
import type { CooldownCandidate } from './cooldown.service.js'
import type { NewAlert } from './create-alerts.service.js'

/** A newly stored event, as rules and their webhooks see it. */
export interface AlertEvent {
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
  /** It goes on from another event of its camera. */
  readonly is_continuation?: boolean
}

/** A rule that matched an event: an alert, unless cooldown or No-Big-Deal is against it. */
export interface AlertCandidate extends CooldownCandidate, SuppressionCandidate {
  readonly rule: AlertRuleRow
}

/** What is known of the event when the rule fires. */
interface AlertFacts {
  readonly severity: Severity
  /** 0 to 1; null where nobody said. */
  readonly confidence: number | null
  /** Lower case, the main one first. */
  readonly tags: readonly string[]
}

export function toCandidate(rule: AlertRuleRow, event: AlertEvent, facts: AlertFacts): AlertCandidate {
  return {
    rule,
    ruleId: rule.id,
    cooldownSec: rule.cooldown_sec,
    eventId: event.id,
    cameraId: event.camera_id,
    siteId: event.site_id,
    category: event.event_category,
    triggeredAt: event.triggered_at,
    ...facts,
  }
}

/** @param description null: a sentence from what is known without analysis */
export function toNewAlert(
  orgId: string,
  candidate: AlertCandidate,
  event: AlertEvent,
  description: string | null,
): NewAlert {
  const { rule, severity, confidence } = candidate
  const row = {
    org_id: orgId,
    id: uuidv7(),
    rule_id: rule.id,
    rule_name: rule.name,
    event_id: event.id,
    camera_id: event.camera_id,
    site_id: event.site_id,
    severity,
    confidence,
    kind: alertKind(candidate),
    description: description ?? describe(event),
    late: event.late,
    triggered_at: event.triggered_at,
  }
  return { row, cameraName: event.camera_name }
}

function describe(event: AlertEvent): string {
  const what = event.trigger_source === 'manual' ? manualName : categoryNames[event.event_category]
  return `${what} at ${event.camera_name}`
}
