import { recordAudit } from '../audit/audit.service.js'
import type { UserCaller } from '../platform/caller.js'
import type { AuthDeps } from './auth-deps.js'
import { revokeSession } from './sessions.js'

/** Ends the caller's session: its next request and refresh are refused. */
export async function logout({ database }: Pick<AuthDeps, 'database'>, caller: UserCaller): Promise<void> {
  const { orgId, userId, sessionId, actor } = caller
  await database.inOrg(orgId, async (tx) => {
    if (!(await revokeSession(tx, orgId, userId, sessionId, 'logout'))) return
    await recordAudit(tx, orgId, actor, 'auth.logout', { kind: 'session', id: sessionId })
  })
}
