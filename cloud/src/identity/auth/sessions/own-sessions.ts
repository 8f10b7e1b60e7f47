import type { UserSession } from '@sightline/protocol'
import type { UserCaller } from '../../../platform/caller.js'
import { missing } from '../../../platform/errors.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { AuthDeps } from '../auth-deps.js'
import { listLiveSessions, revokeSessions, toUserSession } from './session.service.js'

/** The caller's own sign-ins that still live, the one used last first. */
export async function listOwnSessions(
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
  caller: UserCaller,
): Promise<{ data: UserSession[]; total: number }> {
  const { orgId, userId } = caller
  const rows = await listLiveSessions(database.forOrg(orgId), orgId, userId, new Date(clock.now()))
  return { data: rows.map((row) => toUserSession(row, caller)), total: rows.length }
}

/**
 * Ends one of the caller's own sign-ins: its next request is refused.
 * @throws AppError missing, also for a session that has ended
 */
export async function endOwnSession(
  { database }: Pick<AuthDeps, 'database'>,
  caller: UserCaller,
  id: string,
): Promise<void> {
  const { orgId, userId } = caller
  await database.inOrg(orgId, async (tx) => {
    const ended = await revokeSessions(tx, { orgId, userId, only: id, reason: 'revoked' })
    if (ended === 0) throw missing('session')
    await recordAudit(tx, caller, 'session.revoked', {
      target: { kind: 'session', id },
      data: { user_id: userId },
    })
  })
}
