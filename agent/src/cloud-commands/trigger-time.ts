/**
 * When a trigger of the cloud happened by this gateway's clock, ms since the epoch: the cloud's time less the
 * difference of the clocks. It cannot lie after its receipt, and not longer before it than the cloud waits;
 * where the clocks were never compared it is the receipt.
 */
export function triggerTime(trigger: {
  /** By the cloud's clock, ms since the epoch. */
  readonly triggeredAtMs: number
  /** The cloud's clock minus ours, ms; null before it was measured. */
  readonly clockOffsetMs: number | null
  /** Receipt by our clock, ms since the epoch. */
  readonly receivedAtMs: number
  readonly deadlineMs: number
}): number {
  const { triggeredAtMs, clockOffsetMs, receivedAtMs, deadlineMs } = trigger
  if (clockOffsetMs === null) return receivedAtMs
  return Math.max(receivedAtMs - deadlineMs, Math.min(receivedAtMs, triggeredAtMs - clockOffsetMs))
}
