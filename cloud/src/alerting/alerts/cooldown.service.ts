import type { Tx } from '../../platform/database/handles.js'
import { lockCooldowns, type PastAlert } from './alert.repository.js'

/** A rule that matched an event, and what the cooldown needs to know of both. */
export interface CooldownCandidate {
  readonly ruleId: string
  readonly cooldownSec: number
  readonly eventId: string
  readonly cameraId: string
  readonly triggeredAt: Date
}

/**
 * The candidates that fire, in order of their trigger time. A candidate does not fire if an alert of the same
 * rule and camera stands closer to it than the cooldown, before or after: events that arrive out of order
 * after an outage then make as few alerts as they would have made in order.
 */
export function outsideCooldown<Candidate extends CooldownCandidate>(
  candidates: readonly Candidate[],
  past: readonly PastAlert[],
): Candidate[] {
  const fired = new Map<string, number[]>()
  for (const alert of past) {
    if (alert.camera_id !== null)
      timesOf(fired, alert.rule_id, alert.camera_id).push(alert.triggered_at.getTime())
  }
  return candidates.toSorted(byTriggerTime).filter((candidate) => {
    const times = timesOf(fired, candidate.ruleId, candidate.cameraId)
    const at = candidate.triggeredAt.getTime()
    if (times.some((time) => Math.abs(time - at) < candidate.cooldownSec * 1000)) return false
    times.push(at)
    return true
  })
}

/** True if an alert of the one keeps the other from firing, whichever came first. */
export function isWithinCooldown(candidate: CooldownCandidate, fired: CooldownCandidate): boolean {
  const gapMs = Math.abs(candidate.triggeredAt.getTime() - fired.triggeredAt.getTime())
  return (
    candidate.ruleId === fired.ruleId &&
    candidate.cameraId === fired.cameraId &&
    gapMs < candidate.cooldownSec * 1000
  )
}

/**
 * When the cooldown of each rule for a camera or gateway is over, milliseconds since the epoch; 0 where it never fired.
 * The cooldowns are locked until the transaction ends.
 */
export async function lockCooldownEnds(
  tx: Tx,
  orgId: string,
  subjectId: string,
  rules: readonly { readonly id: string; readonly cooldown_sec: number }[],
): Promise<Map<string, number>> {
  const pairs = rules.map((rule) => ({ ruleId: rule.id, subjectId }))
  const cooldowns = await lockCooldowns(tx, orgId, pairs)
  return new Map(
    rules.map((rule) => {
      const last = cooldowns.find((one) => one.rule_id === rule.id)?.last_fired_at.getTime() ?? 0
      return [rule.id, last === 0 ? 0 : last + rule.cooldown_sec * 1000]
    }),
  )
}

function timesOf(fired: Map<string, number[]>, ruleId: string, cameraId: string): number[] {
  const key = `${ruleId} ${cameraId}`
  const times = fired.get(key) ?? []
  fired.set(key, times)
  return times
}

function byTriggerTime(a: CooldownCandidate, b: CooldownCandidate): number {
  return a.triggeredAt.getTime() - b.triggeredAt.getTime() || a.eventId.localeCompare(b.eventId)
}
