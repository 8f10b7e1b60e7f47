/** A rule that matched an event, and what the cooldown needs to know of both. */
export interface Candidate {
  readonly ruleId: string
  readonly cooldownSec: number
  readonly eventId: string
  readonly cameraId: string
  readonly triggeredAt: Date
}

/** An alert that stands already. */
export interface PastAlert {
  readonly rule_id: string
  readonly camera_id: string | null
  readonly triggered_at: Date
}

/**
 * The candidates that fire, in order of their trigger time. A candidate does not fire if an alert of the same
 * rule and camera stands closer to it than the cooldown, before or after: events that arrive out of order
 * after an outage then make as few alerts as they would have made in order.
 */
export function outsideCooldown<One extends Candidate>(
  candidates: readonly One[],
  past: readonly PastAlert[],
): One[] {
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
export function isWithinCooldown(candidate: Candidate, fired: Candidate): boolean {
  const gapMs = Math.abs(candidate.triggeredAt.getTime() - fired.triggeredAt.getTime())
  return (
    candidate.ruleId === fired.ruleId &&
    candidate.cameraId === fired.cameraId &&
    gapMs < candidate.cooldownSec * 1000
  )
}

function timesOf(fired: Map<string, number[]>, ruleId: string, cameraId: string): number[] {
  const key = `${ruleId} ${cameraId}`
  const times = fired.get(key) ?? []
  fired.set(key, times)
  return times
}

function byTriggerTime(a: Candidate, b: Candidate): number {
  return a.triggeredAt.getTime() - b.triggeredAt.getTime() || a.eventId.localeCompare(b.eventId)
}
