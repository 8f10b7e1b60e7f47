import type { ShareStatus } from '@sightline/protocol'

/** Wrong passwords that lock a share, and for how long (DESIGN section 7). */
export const shareLock = { attempts: 5, ms: 15 * 60_000 } as const

/** What decides whether a share may be opened. */
export interface ShareState {
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly failed_attempts: number
  readonly locked_until: Date | null
}

/** The count of wrong passwords, and the lock that follows from it. */
export type ShareAttempts = Pick<ShareState, 'failed_attempts' | 'locked_until'>

/** What is over for good comes before what ends by itself. */
export function shareStatus(share: ShareState, now: Date): ShareStatus {
  if (share.revoked_at !== null) return 'revoked'
  if (share.expires_at <= now) return 'expired'
  return share.locked_until !== null && now < share.locked_until ? 'locked' : 'active'
}

/**
 * An attempt counts as wrong from before its password is verified, and the fifth locks the share at once: however many
 * come at the same time, or break off, no more than five are verified. Only for a share that is not locked.
 */
export function afterAttempt(
  { failed_attempts: failed, locked_until: lockedUntil }: ShareState,
  now: Date,
): ShareAttempts {
  // A lock that is over: counting begins again.
  const attempts = lockedUntil === null ? failed + 1 : 1
  const locks = attempts >= shareLock.attempts
  return { failed_attempts: attempts, locked_until: locks ? new Date(now.getTime() + shareLock.ms) : null }
}

/**
 * The password of attempt number `attempt` was right, or could not be verified: it counts no more, and the lock that it
 * caused is off. A right one also clears what came before it, unless others have tried since.
 */
export function afterRight({ failed_attempts: failed }: ShareState, attempt: number): ShareAttempts {
  return { failed_attempts: failed === attempt ? 0 : Math.max(0, failed - 1), locked_until: null }
}

/** As `afterRight`, for a password that was not verified. */
export function afterNone({ failed_attempts: failed }: ShareState): ShareAttempts {
  return { failed_attempts: Math.max(0, failed - 1), locked_until: null }
}
