import { liveLimits } from '@sightline/protocol'

/**
 * Whether a viewer keeps up with a stream.
 * - flowing (`skippingSinceMs` null): every frame is sent.
 * - skipping: the window overflowed; nothing is sent until a keyframe comes that the line has room for again.
 */
export interface Pace {
  /** Monotonic ms; null while frames are sent. */
  readonly skippingSinceMs: number | null
  /** When the window overflowed, as far as it still counts. */
  readonly overflowsMs: readonly number[]
}

export const flowing: Pace = { skippingSinceMs: null, overflowsMs: [] }

/** The line of the viewer at this moment. */
export interface Line {
  /** Age of the oldest frame without acknowledgement, ms. */
  readonly ageMs: number
  /** From which age on the window overflows, ms. */
  readonly windowMs: number
  /** More bytes wait in this process than may. */
  readonly isFull: boolean
}

/** What becomes of a frame. `send_after_gap`: marked, for frames before it were left out. */
export type Verdict = 'send' | 'send_after_gap' | 'skip'

/** A picture that stands so long for want of a keyframe counts as another overflow, ms. */
const longestGapMs = 3_000

/** Judges the next frame. */
export function judgeFrame(
  pace: Pace,
  line: Line,
  { isKeyframe, nowMs }: { isKeyframe: boolean; nowMs: number },
): { readonly pace: Pace; readonly verdict: Verdict } {
  const hasRoom = line.ageMs <= line.windowMs && !line.isFull
  if (pace.skippingSinceMs === null) {
    return hasRoom ? { pace, verdict: 'send' } : { pace: overflowed(pace, nowMs), verdict: 'skip' }
  }
  if (isKeyframe && hasRoom) return { pace: { ...pace, skippingSinceMs: null }, verdict: 'send_after_gap' }
  const isLong = nowMs - pace.skippingSinceMs >= longestGapMs
  return { pace: isLong ? overflowed(pace, nowMs) : pace, verdict: 'skip' }
}

/** The window overflowed often enough that the viewer gets less. */
export function isTooSlow({ overflowsMs }: Pace, nowMs: number): boolean {
  const recent = overflowsMs.filter((atMs) => nowMs - atMs < liveLimits.stepDownWithinMs)
  return recent.length >= liveLimits.overflowsToStepDown
}

/** The window overflowed: nothing goes out until a keyframe. */
export function overflowed({ overflowsMs }: Pace, nowMs: number): Pace {
  const recent = overflowsMs.filter((atMs) => nowMs - atMs < liveLimits.stepDownWithinMs)
  return { skippingSinceMs: nowMs, overflowsMs: [...recent, nowMs] }
}
