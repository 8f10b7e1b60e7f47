import { channelLimits } from '@sightline/protocol'

/** A token bucket over the frames of one connection: 50 a second on average, in bursts of 100. */
export interface FrameBucket {
  tokens: number
  /** Monotonic milliseconds. */
  at: number
}

const burst = 2 * channelLimits.framesPerSecond

export const fullBucket = (now: number): FrameBucket => ({ tokens: burst, at: now })

/** The budget after one more frame, or null if there is none left for it yet. */
export function takeToken(budget: FrameBucket, now: number): FrameBucket | null {
  const refilled = budget.tokens + ((now - budget.at) / 1000) * channelLimits.framesPerSecond
  const tokens = Math.min(burst, refilled) - 1
  return tokens < 0 ? null : { tokens, at: now }
}

/** How long it takes until there is budget for one more frame, ms. */
export function waitMs(budget: FrameBucket, now: number): number {
  const due = budget.at + ((1 - budget.tokens) / channelLimits.framesPerSecond) * 1000
  return Math.max(Math.ceil(due - now), 1)
}
