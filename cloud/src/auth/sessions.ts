import type { Tx } from '../platform/database/database.js'
import { accessChanged } from './access-changed.js'
import { endSessions } from './session.repository.js'

/** Why a session ended; kept with it. */
export type SessionEnd =
  | 'logout'
  | 'revoked'
  | 'refresh_reused'
  | 'password_changed'
  | 'password_reset'
  | 'disabled'

/**
 * Ends the sessions of a person, all or all but one: their next request and refresh are refused.
 * @returns how many ended
 */
export async function revokeSessions(
  tx: Tx,
  orgId: string,
  userId: string,
  { except, reason }: { except?: string | undefined; reason: SessionEnd },
): Promise<number> {
  const ended = await endSessions(tx, orgId, userId, { except }, reason)
  await accessChanged(tx, { orgId, kind: 'user', id: userId })
  return ended.length
}

/** Ends one session of a person. @returns false if it is not theirs or has ended already */
export async function revokeSession(
  tx: Tx,
  orgId: string,
  userId: string,
  sessionId: string,
  reason: SessionEnd,
): Promise<boolean> {
  const ended = await endSessions(tx, orgId, userId, { only: sessionId }, reason)
  await accessChanged(tx, { orgId, kind: 'user', id: userId })
  return ended.length > 0
}
