import { liveCloseCodes } from '@sightline/protocol'
import { AppError } from '../../../platform/errors.js'
import type { LiveEnd } from '../viewers/viewer.js'

/** Why a subscription is over, and when asking again makes sense, ms; null: it changes nothing. */
export interface SubscriptionEnd extends LiveEnd {
  readonly retryAfterMs: number | null
}

const retryAfterMs = 5_000
/** Two hundred pictures that ask so often are fewer requests than a socket may send, ms. */
const placeAfterMs = 15_000

/** Ends of subscriptions that never began. */
export const endOf = {
  /** A wall that moves to another socket counts on both, and for a while on one of which nobody knows yet that it is dead. */
  tooMany: (message: string): SubscriptionEnd => ({
    code: liveCloseCodes.tooMany,
    reason: null,
    message,
    retryAfterMs: placeAfterMs,
  }),

  disabled: {
    code: liveCloseCodes.unavailable,
    reason: 'camera_disabled',
    message: 'This camera is switched off.',
    retryAfterMs: null,
  },

  /** @param error what a look-up of the camera threw */
  error: (error: unknown): SubscriptionEnd => {
    if (error instanceof AppError && error.kind === 'missing')
      return { code: liveCloseCodes.notFound, reason: null, message: error.message, retryAfterMs: null }
    if (error instanceof AppError && error.kind === 'forbidden')
      return { code: liveCloseCodes.forbidden, reason: null, message: error.message, retryAfterMs: null }
    return {
      code: liveCloseCodes.unavailable,
      reason: null,
      message: 'The camera could not be looked up; try again.',
      retryAfterMs,
    }
  },
} as const
