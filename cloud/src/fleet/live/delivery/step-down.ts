import { liveLimits } from '@sightline/protocol'

/** How much less than asked for a slow viewer gets: nothing less, the sub stream, or keyframes of the smallest stream. */
export type Step = 'as_asked' | 'sub' | 'keys'

/** What a viewer gets for the time being, and since when. */
export interface StepDown {
  readonly step: Step
  /** Of the newest step down; monotonic ms. */
  readonly sinceMs: number
  /** How long it lasts until more is tried, ms: longer each time that the try failed. */
  readonly holdMs: number
}

export const asAsked: StepDown = { step: 'as_asked', sinceMs: 0, holdMs: liveLimits.stepUpAfterMs }

const longestHoldMs = 16 * liveLimits.stepUpAfterMs
/** A try that went well for so long is no failure any more, ms. */
const forgottenAfterMs = 5 * liveLimits.stepUpAfterMs

/** The viewer is too slow for what it gets. @param hasSmaller the sub stream exists and is not what is sent already */
export function stepDown(
  now: StepDown,
  { hasSmaller, nowMs }: { hasSmaller: boolean; nowMs: number },
): StepDown {
  const step = now.step === 'as_asked' && hasSmaller ? 'sub' : 'keys'
  const wasTried =
    now.sinceMs > 0 && now.step === 'as_asked' && nowMs - now.sinceMs < now.holdMs + forgottenAfterMs
  const holdMs = wasTried ? Math.min(now.holdMs * 2, longestHoldMs) : now.holdMs
  return { step, sinceMs: nowMs, holdMs }
}

/** What is tried after a quiet time: all that was asked for. The same object while the time is not over. */
export function stepUp(now: StepDown, nowMs: number): StepDown {
  if (now.step === 'as_asked' || nowMs - now.sinceMs < now.holdMs) return now
  return { ...now, step: 'as_asked' }
}
