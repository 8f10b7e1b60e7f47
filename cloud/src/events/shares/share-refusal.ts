import type { ShareOutcome } from '@sightline/protocol'
import { AppError, gone, unauthenticated } from '../../platform/errors.js'
import { type ShareState, shareLock, shareStatus } from './share-state.js'

/** Why a share is not shown, as its owner reads it. */
export type ShareRefusal = Exclude<ShareOutcome, 'viewed' | 'clip_fetched' | 'snapshot_fetched'>

/** Why a share is refused before a password is verified; null if it is not. */
export function refusalBeforePassword(
  share: ShareState,
  { eventIsThere, now }: { eventIsThere: boolean; now: Date },
): ShareRefusal | null {
  const status = shareStatus(share, now)
  if (status === 'revoked' || status === 'expired') return status
  if (!eventIsThere) return 'event_deleted'
  return status === 'locked' ? 'locked' : null
}

/** What a stranger reads: not why a share is over. */
export function refusalOf(why: ShareRefusal, { locked_until: until }: ShareState, now: Date): AppError {
  switch (why) {
    case 'password_missing':
      return unauthenticated('this share asks for a password: send it in X-Share-Password, percent-encoded')
    case 'password_wrong':
      return unauthenticated('the password is wrong')
    case 'locked': {
      const retryAfterSec = ((until ?? now).getTime() - now.getTime()) / 1000
      return new AppError('locked', 'too many wrong passwords: this share is locked for up to 15 minutes', {
        rateLimit: { limit: shareLock.attempts, remaining: 0, retryAfterSec },
      })
    }
    case 'expired':
    case 'revoked':
    case 'event_deleted':
      return gone('this share has ended')
  }
}
