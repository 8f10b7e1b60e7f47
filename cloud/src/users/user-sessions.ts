import type { UserSession } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import { type LiveSessionRow, listLiveSessions, revokeSession } from '../auth/auth.service.js'
import { type Caller, requireNotAbove } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { missing } from '../platform/errors.js'
import { findUser, lockUser } from './user.repository.js'
import type { UserDeps } from './user-deps.js'

/**
 * The sign-ins of a person that still live, the one used last first.
 * @throws AppError missing
 */
export async function listUserSessions(
  { database, clock }: Pick<UserDeps, 'database' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<{ data: UserSession[]; total: number }> {
  const { orgId } = caller
  const db = database.forOrg(orgId)
  if (!(await findUser(db, orgId, id))) throw missing('user')
  const rows = await listLiveSessions(db, orgId, id, new Date(clock.now()))
  return { data: rows.map((row) => toSession(row, caller)), total: rows.length }
}

/**
 * Ends one sign-in of a person: its next request is refused.
 * @throws AppError missing, also for a session that has ended; forbidden for somebody above the caller
 */
export function endUserSession(
  { database }: Pick<UserDeps, 'database'>,
  caller: Caller,
  id: string,
  sessionId: string,
): Promise<void> {
  const { orgId } = caller
  return database.inOrg(orgId, async (tx) => {
    const user = await lockUser(tx, orgId, id)
    if (!user) throw missing('user')
    requireNotAbove(caller, user.role)
    if (!(await revokeSession(tx, orgId, id, sessionId, 'revoked'))) throw missing('session')
    const target = { kind: 'session', id: sessionId }
    await recordAudit(tx, orgId, caller.actor, 'session.revoked', target, { user_id: id })
  })
}

function toSession(row: LiveSessionRow, caller: Caller): UserSession {
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
