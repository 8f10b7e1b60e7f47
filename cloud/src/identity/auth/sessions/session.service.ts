import type { UserSession } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { accessChanged } from '../access-changed.service.js'
import { endSessions, type LiveSessionRow } from './session.repository.js'

export { listLiveSessions } from './session.repository.js'

/** Why a session ended; kept with it. */
type SessionEnd =
  | 'logout'
  | 'revoked'
  | 'refresh_reused'
  | 'password_changed'
  | 'password_reset'
  | 'disabled'
  | 'second_factor_reset'
  | 'no_role'
  | 'single_sign_on_linked'
  | 'single_sign_on_changed'

/** Which sessions of a person: all, one, or all but one. */
interface RevokedSessions {
  readonly orgId: string
  readonly userId: string
  readonly only?: string
  readonly except?: string | undefined
  readonly reason: SessionEnd
}

/**
 * Ends the sessions that still live: their next request and refresh are refused.
 * @returns how many ended
 */
export async function revokeSessions(tx: Tx, which: RevokedSessions): Promise<number> {
  const ended = await endSessions(tx, which)
  await accessChanged(tx, { orgId: which.orgId, kind: 'user', id: which.userId })
  return ended
}

/** A session as it is shown to whoever may see it. */
export function toUserSession(row: LiveSessionRow, caller: Caller): UserSession {
  return {
    id: row.id,
    client_type: row.client_type,
    user_agent: row.user_agent,
    address: row.address,
    created_at: toTimestamp(row.created_at),
    last_used_at: toTimestamp(row.last_used_at),
    expires_at: toTimestamp(row.expires_at),
    current: caller.kind === 'user' && caller.sessionId === row.id,
  }
}
