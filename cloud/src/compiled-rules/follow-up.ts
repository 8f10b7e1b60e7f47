import type { CompiledEvent, CompiledOutcome } from '../alerts/judged-rules.service.js'
import type { EventFacts } from '../analysis/event-facts.service.js'
import type { RuleVerdictTable } from './compiled-rule.table.js'
import type { ToldEvent } from './judgement.repository.js'

/** What is stored of what followed a verdict. */
export type FollowUp = Pick<RuleVerdictTable, 'followed'> & {
  readonly alert_id: string | null
  readonly held_back_by: string | null
}

export const noAlert: FollowUp = { followed: 'no_alert', alert_id: null, held_back_by: null }

export function followUpOf(outcome: CompiledOutcome | undefined): FollowUp {
  if (outcome === undefined) return noAlert
  switch (outcome.kind) {
    case 'alert':
    case 'alert_stands':
      return { ...noAlert, followed: outcome.kind, alert_id: outcome.alertId }
    case 'held_back':
      return { ...noAlert, followed: 'held_back', held_back_by: outcome.knob }
    case 'cooldown':
      return { ...noAlert, followed: 'cooldown' }
    case 'no_alert':
      return noAlert
  }
}

/** The event as alerts tell it. */
export function toCompiledEvent(facts: EventFacts, told: ToldEvent): CompiledEvent {
  return {
    id: facts.event_id,
    camera_id: facts.camera_id,
    camera_name: facts.camera_name,
    site_id: facts.site_id,
    event_category: facts.category,
    trigger_topic: facts.trigger_topic,
    trigger_source: facts.trigger_source,
    triggered_at: facts.triggered_at,
    late: told.late,
    tags: facts.tags,
    confidence: facts.confidence,
    description: told.summary,
  }
}
