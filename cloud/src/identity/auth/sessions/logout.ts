import type { UserCaller } from '../../../platform/caller.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { AuthDeps } from '../auth-deps.js'
import { revokeSessions } from './session.service.js'

/** Ends the caller's session: its next request and refresh are refused. */
export async function logout({ database }: Pick<AuthDeps, 'database'>, caller: UserCaller): Promise<void> {
  const { orgId, userId, sessionId, actor } = caller
  await database.inOrg(orgId, async (tx) => {
    const ended = await revokeSessions(tx, { orgId, userId, only: sessionId, reason: 'logout' })
    if (ended === 0) return
    await recordAudit(tx, { orgId, actor }, 'auth.logout', { target: { kind: 'session', id: sessionId } })
  })
}
