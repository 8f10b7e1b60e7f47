import type { ChangePasswordRequest } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import type { UserCaller } from '../platform/caller.js'
import { type AppError, invalid, unauthenticated } from '../platform/errors.js'
import { requireToken } from '../platform/rate-bucket.js'
import { findUser, setPassword, type UserRow } from './auth.repository.js'
import type { AuthDeps } from './auth-deps.js'
import { afterFailure, isLocked } from './lockout.js'
import { clearFailuresOfOnly, findFailures, moveFailures } from './login-failure.repository.js'
import { useUpPasswordTokens } from './password-token.repository.js'
import { accountLocked } from './refuse-login.js'
import { revokeSessions } from './sessions.js'

/** A minute and person: each attempt hashes, and the turns for that are shared with everybody who signs in. */
const attemptsPerMinute = 20
const tooMany = 'you tried to change your password too often; wait a moment'

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
  const bucket = { key: `change-password:${userId}`, perMinute: attemptsPerMinute }
  await requireToken(deps.database.lookup, bucket, tooMany)
  const now = new Date(deps.clock.now())
  const user = await findUser(deps.database.forOrg(orgId), orgId, userId)
  if (!user) throw unauthenticated()
  const right = user.password_hash !== null && (await deps.passwords.verify(user.password_hash, old))
  const locked = isLocked(await findFailures(deps.database.lookup, user.email), now)
  if (!right || locked) throw await refuse(deps, caller, user, now)
  const hash = await deps.passwords.hash(wanted)
  await deps.database.inOrg(orgId, async (tx) => {
    if (!(await setPassword(tx, { orgId, userId }, hash, user.password_hash ?? undefined))) throw wrong()
    await clearFailuresOfOnly(tx, user.email)
    await useUpPasswordTokens(tx, orgId, userId, now)
    await revokeSessions(tx, orgId, userId, { except: sessionId, reason: 'password_changed' })
    await recordAudit(tx, orgId, caller.actor, 'auth.password_changed', { kind: 'user', id: userId })
  })
}

function refuse(
  { database }: Pick<AuthDeps, 'database'>,
  { orgId, userId, actor }: UserCaller,
  { email }: UserRow,
  now: Date,
): Promise<AppError> {
  return database.inOrg(orgId, async (tx) => {
    const failures = await moveFailures(tx, email, (known) => afterFailure(known, now), now)
    const locked = isLocked(failures, now)
    const target = { kind: 'user', id: userId }
    await recordAudit(tx, orgId, actor, 'auth.password_change_failed', target, { locked })
    return locked ? accountLocked() : wrong()
  })
}

const wrong = (): AppError => invalid('old_password: this is not your password')
