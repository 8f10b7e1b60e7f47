/** What decides when the next decoded picture is drawn. */
export interface Pace {
  readonly nowMs: number
  /** When the last one was drawn; null before the first. */
  readonly drawnAtMs: number | null
  /** How much later than the last one it is to be shown, ms. */
  readonly spacingMs: number
  /** Decoded pictures that wait, this one included. */
  readonly waiting: number
}

/** A gap in time that is not kept: pictures of a camera that was away, or of keyframes alone. */
const mostSpacingMs = 250

/**
 * When a picture is drawn. At the live edge it is drawn at once, but not sooner after the last one than four fifths of its
 * distance: what a busy line or decoder brought together is pulled apart, and the delay that costs is gone within a second.
 *
 * @returns the moment, ms on the clock of `nowMs`
 */
export function drawAt({ nowMs, drawnAtMs, spacingMs, waiting }: Pace): number {
  if (drawnAtMs === null || spacingMs <= 0 || spacingMs > mostSpacingMs) return nowMs
  const part = waiting > 1 ? 0.5 : 0.8
  return Math.max(nowMs, drawnAtMs + spacingMs * part)
}
