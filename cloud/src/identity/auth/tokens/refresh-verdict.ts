import type { SessionRow } from '../sessions/session.repository.js'

/**
 * How long a web client's token directly before the one in force is still good: what was under way, or whose answer was
 * lost. A browser takes the successor over by itself.
 */
const leewayMs = 10_000

/** A refresh token as it was presented. */
export interface PresentedRefresh {
  readonly tokenHash: Buffer
  readonly clientType: 'web' | 'mobile'
  readonly userAgent: string
  readonly now: Date
}

/**
 * - `rotate`: the token in force, used for the first time; its successor comes into force.
 * - `repeat`: the token directly before it; it gets the same successor once more. Of a web client only a moment ago; of
 *   a mobile client as long as the one in force has not been used, for the published answer of refresh has no token that
 *   a client would have to keep.
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
  const age = ageOf(session, tokenHash, now)
  if (age === 'past') return 'reused'
  if (session.client_type !== clientType) return 'refuse'
  if (session.user_agent !== userAgent) return 'agent_differs'
  return age === 'in_force' ? 'rotate' : 'repeat'
}

function ageOf(session: SessionRow, tokenHash: Buffer, now: Date): 'in_force' | 'before' | 'past' {
  if (session.refresh_hash.equals(tokenHash)) return 'in_force'
  if (session.previous_refresh_hash?.equals(tokenHash) !== true) return 'past'
  if (session.client_type === 'mobile') return 'before'
  const elapsedMs = now.getTime() - session.refresh_rotated_at.getTime()
  return elapsedMs <= leewayMs ? 'before' : 'past'
}
