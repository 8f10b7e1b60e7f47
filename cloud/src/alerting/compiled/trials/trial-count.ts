import type { EventFacts } from '../../../understanding/analysis/facts/event-facts.table.js'
import { outsideCooldown } from '../../alerts/cooldown.service.js'
import type { Evaluation } from '../predicate/evaluate.js'

/** A past event with what the predicate said of it. */
export interface TriedFacts {
  readonly facts: EventFacts
  readonly evaluation: Evaluation
  /** Why the rule's own conditions leave it out; null if they do not. */
  readonly outsideRule: string | null
}

/** True if one condition more would have made a match of several. */
export function isNearMiss({ outcome, missing, of }: Evaluation): boolean {
  return outcome === 'no_match' && missing.length === 1 && of > 1
}

/** The matches that come too close to the one before at the same camera, by the event's id. */
export function matchesInCooldown(tried: readonly TriedFacts[], cooldownSec: number): Set<string> {
  const candidates = tried
    .filter(({ evaluation, outsideRule }) => evaluation.outcome === 'match' && outsideRule === null)
    .map(({ facts }) => ({
      ruleId: '',
      cooldownSec,
      eventId: facts.event_id,
      cameraId: facts.camera_id,
      triggeredAt: facts.triggered_at,
    }))
  const firing = new Set(outsideCooldown(candidates, []).map(({ eventId }) => eventId))
  return new Set(candidates.map(({ eventId }) => eventId).filter((id) => !firing.has(id)))
}
