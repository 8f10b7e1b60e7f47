/** Where a piece of sound goes, seconds on the clock of the speaker. */
export interface SoundPlace {
  readonly at: number
  /** What played so far has no continuation: what was planned behind this is dropped. */
  readonly isNew: boolean
}

/** Seconds between arrival and speaker: what a line may be late. */
const lead = 0.12
/** Seconds by which the planned end may lie ahead: beyond it, sound would lag behind the picture for good. */
const mostAhead = 0.4

/**
 * Places pieces of sound one behind the other.
 *
 * @param endsAt where the piece before ends; null for the first
 */
export function placeOf(now: number, endsAt: number | null): SoundPlace {
  if (endsAt === null || endsAt < now || endsAt - now > mostAhead) return { at: now + lead, isNew: true }
  return { at: endsAt, isNew: false }
}
