import type { SessionRow } from '../sessions/session.repository.js'

/** A refresh token as it was presented. */
export interface PresentedRefresh {
  readonly tokenHash: Buffer
  readonly clientType: 'web' | 'mobile'
  readonly userAgent: string
  readonly now: Date
}

/**
 * - `rotate`: the token in force, used for the first time; its successor comes into force.
 * - `repeat`: the token directly before it; it gets the same successor once more, as long as that one has not been used: until
 *   then nobody is known to have it. The answer that carried it may be lost on the line, and the published answer of a mobile
 *   client's refresh has no token that it would have to keep.
 * - `reused`: a token of the past. Somebody has a copy: the session ends.
 * - `agent_differs`, `refuse`: answered with 401; the session stays as it is.
 */
type RefreshVerdict = 'rotate' | 'repeat' | 'reused' | 'agent_differs' | 'refuse'

/** Judges a refresh token that once belonged to this session. */
export function judgeRefresh(
  session: SessionRow,
  { tokenHash, clientType, userAgent, now }: PresentedRefresh,
): RefreshVerdict {
  if (session.revoked_at !== null || now >= session.expires_at) return 'refuse'
  const isInForce = session.refresh_hash.equals(tokenHash)
  if (!isInForce && session.previous_refresh_hash?.equals(tokenHash) !== true) return 'reused'
  if (session.client_type !== clientType) return 'refuse'
  if (session.user_agent !== userAgent) return 'agent_differs'
  return isInForce ? 'rotate' : 'repeat'
}
