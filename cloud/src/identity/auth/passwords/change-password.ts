import type { ChangePasswordRequest } from '@sightline/protocol'
import type { UserCaller } from '../../../platform/caller.js'
import { recordAudit } from '../../audit/audit.service.js'
import { setPassword } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { clearFailuresOfOnly } from '../login/login-failure.repository.js'
import { revokeSessions } from '../sessions/session.service.js'
import { useUpPasswordTokens } from './password-token.repository.js'
import { notYours, requirePassword } from './require-password.js'

/**
 * Sets the caller's password. The caller's other sessions end, and links that would set it are void.
 * @throws AppError invalid if the old password is wrong, which counts as a failed login; account_locked; rate_limited
 */
export async function changePassword(
  deps: Pick<AuthDeps, 'database' | 'clock' | 'passwords'>,
  caller: UserCaller,
  { old_password: old, new_password: wanted }: ChangePasswordRequest,
): Promise<void> {
  const { orgId, userId, sessionId } = caller
  const now = new Date(deps.clock.now())
  const user = await requirePassword(deps, caller, old, {
    field: 'old_password',
    refused: 'auth.password_change_failed',
  })
  const hash = await deps.passwords.hash(wanted)
  await deps.database.inOrg(orgId, async (tx) => {
    // The failures before the account, as a login locks them.
    await clearFailuresOfOnly(tx, user.email)
    if (!(await setPassword(tx, { orgId, userId }, hash, user.password_hash ?? undefined)))
      throw notYours('old_password')
    await useUpPasswordTokens(tx, orgId, userId, now)
    await revokeSessions(tx, { orgId, userId, except: sessionId, reason: 'password_changed' })
    await recordAudit(tx, caller, 'auth.password_changed', { target: { kind: 'user', id: userId } })
  })
}
