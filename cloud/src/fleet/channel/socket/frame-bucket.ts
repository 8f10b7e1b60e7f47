import { channelLimits } from '@sightline/protocol'

/** A token bucket over the frames of one connection: 50 a second on average, in bursts of 100. */
export interface FrameBucket {
  tokens: number
  /** Monotonic milliseconds. */
  at: number
}

const burst = 2 * channelLimits.framesPerSecond

export const fullBucket = (now: number): FrameBucket => ({ tokens: burst, at: now })

/** The budget after one more frame, or null if there is none left for it. */
export function takeToken(budget: FrameBucket, now: number): FrameBucket | null {
  const refilled = budget.tokens + ((now - budget.at) / 1000) * channelLimits.framesPerSecond
  const tokens = Math.min(burst, refilled) - 1
  return tokens < 0 ? null : { tokens, at: now }
}
