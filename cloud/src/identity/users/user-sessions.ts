import type { UserSession } from '@sightline/protocol'
import { type Caller, requireNotAbove } from '../../platform/caller.js'
import { missing } from '../../platform/errors.js'
import { recordAudit } from '../audit/audit.service.js'
import { listLiveSessions, revokeSessions, toUserSession } from '../auth/sessions/session.service.js'
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
  return { data: rows.map((row) => toUserSession(row, caller)), total: rows.length }
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
    const ended = await revokeSessions(tx, { orgId, userId: id, only: sessionId, reason: 'revoked' })
    if (ended === 0) throw missing('session')
    const target = { kind: 'session', id: sessionId }
    await recordAudit(tx, caller, 'session.revoked', { target, data: { user_id: id } })
  })
}
