import type { EventFacts } from '../../../understanding/analysis/facts/event-facts.table.js'
import type { CompiledEvent, CompiledOutcome } from '../../alerts/compiled-alerts.service.js'
import type { RuleVerdictTable } from '../compiled-rule.table.js'
import type { JudgementSubject } from './judgement.repository.js'

/** What is stored of what followed a verdict. */
type FollowUp = Pick<RuleVerdictTable, 'followed'> & {
  readonly alert_id: string | null
  readonly held_back_by: string | null
}

export const noAlert: FollowUp = { followed: 'no_alert', alert_id: null, held_back_by: null }

/**
 * What is stored of what followed a verdict that alerts.
 * @param reason of the verdict; where the rule does not concern the event any more, the reason for that stands behind it
 */
export function followUpOf(
  outcome: CompiledOutcome | undefined,
  reason: string,
): FollowUp & { readonly reason: string } {
  const nothing = { ...noAlert, reason }
  if (outcome === undefined) return nothing
  switch (outcome.kind) {
    case 'alert':
    case 'alert_stands':
      return { ...nothing, followed: outcome.kind, alert_id: outcome.alertId }
    case 'held_back':
      return { ...nothing, followed: 'held_back', held_back_by: outcome.knob }
    case 'cooldown':
      return { ...nothing, followed: 'cooldown' }
    case 'no_alert':
      return { ...nothing, reason: `${reason}; no alert: ${outcome.reason}` }
  }
}

/** The event as its alerts describe it. */
export function toCompiledEvent(facts: EventFacts, subject: JudgementSubject): CompiledEvent {
  return {
    id: facts.event_id,
    camera_id: facts.camera_id,
    camera_name: facts.camera_name,
    site_id: facts.site_id,
    event_category: facts.category,
    trigger_topic: facts.trigger_topic,
    trigger_source: facts.trigger_source,
    triggered_at: facts.triggered_at,
    late: subject.late,
    tags: facts.tags,
    confidence: facts.confidence,
    description: subject.summary,
  }
}
