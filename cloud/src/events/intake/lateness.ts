/** From this age on an event that reaches the cloud is late (DESIGN section 2.6). */
const lateAfterMs = 15 * 60_000

/** The times of an event, as far as lateness needs them. */
interface Arrival {
  /** By the gateway's clock. */
  readonly triggeredAt: Date
  /** By the cloud's clock. */
  readonly receivedAt: Date
  /** The cloud's clock minus the gateway's, in milliseconds; null if it was never measured. */
  readonly clockOffsetMs: number | null
}

/** True if the event is more than 15 minutes old on arrival, by the cloud's clock. */
export function isLate({ triggeredAt, receivedAt, clockOffsetMs }: Arrival): boolean {
  const happenedAtMs = triggeredAt.getTime() + (clockOffsetMs ?? 0)
  return receivedAt.getTime() - happenedAtMs > lateAfterMs
}
