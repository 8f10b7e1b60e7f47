import type { SessionRow } from './session.repository.js'

/** How long the token directly before the one in force is still good: what was under way, or whose answer was lost. */
const leewayMs = 10_000

/** A refresh token as it was presented. */
export interface PresentedRefresh {
  readonly tokenHash: Buffer
  readonly clientType: 'web' | 'mobile'
  readonly userAgent: string
  readonly now: Date
}

/**
 * - `rotate`: the token in force; its successor comes into force.
 * - `repeat`: the token directly before it, a moment ago; it gets the same successor once more.
 * - `reused`: a token of the past. Somebody has a copy: the session ends.
 * - `agent_differs`, `refuse`: answered with 401; the session stays as it is.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reused' | 'agent_differs' | 'refuse'

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

function ageOf(session: SessionRow, tokenHash: Buffer, now: Date): 'in_force' | 'just_before' | 'past' {
  if (session.refresh_hash.equals(tokenHash)) return 'in_force'
  const isBefore = session.previous_refresh_hash?.equals(tokenHash) ?? false
  const elapsedMs = now.getTime() - session.refresh_rotated_at.getTime()
  return isBefore && elapsedMs <= leewayMs ? 'just_before' : 'past'
}
