import type { UserCaller } from '../../../platform/caller.js'
import { type AppError, invalid, unauthenticated } from '../../../platform/errors.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { UserRow } from '../../users/user.table.js'
import { findUser } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { afterFailure, isLocked } from '../login/lockout.js'
import { findFailures, moveFailures } from '../login/login-failure.repository.js'
import { accountLocked } from '../login/refuse-login.js'

/** A minute and person: each attempt hashes, and the turns for that are shared with everybody who signs in. */
const attemptsPerMinute = 20
const tooMany = 'you gave your password too often; wait a moment'

/** How a wrong password is told of. */
interface Asked {
  /** The field of the body that it is in. */
  readonly field: string
  /** What the audit notes of a wrong one. */
  readonly refused: string
}

/**
 * Asks a person who is signed in for their password once more.
 * @returns their account, as it was read
 * @throws AppError invalid if it is wrong, which counts as a failed login; account_locked; rate_limited
 */
export async function requirePassword(
  deps: Pick<AuthDeps, 'database' | 'clock' | 'passwords'>,
  caller: UserCaller,
  password: string,
  asked: Asked,
): Promise<UserRow> {
  const { orgId, userId } = caller
  const bucket = { key: `change-password:${userId}`, perMinute: attemptsPerMinute }
  await requireToken(deps.database.lookup, bucket, tooMany)
  const now = new Date(deps.clock.now())
  const user = await findUser(deps.database.forOrg(orgId), orgId, userId)
  if (!user) throw unauthenticated()
  const right =
    user.password_hash !== null && (await deps.passwords.verify(user.password_hash, password)).isRight
  const locked = isLocked(await findFailures(deps.database.lookup, user.email), now)
  if (!right || locked) throw await refuse(deps, caller, user, { ...asked, now })
  return user
}

function refuse(
  { database }: Pick<AuthDeps, 'database'>,
  { orgId, userId, actor }: UserCaller,
  { email }: UserRow,
  { field, refused, now }: Asked & { now: Date },
): Promise<AppError> {
  return database.inOrg(orgId, async (tx) => {
    const failures = await moveFailures(tx, email, (known) => afterFailure(known, now), now)
    const locked = isLocked(failures, now)
    const target = { kind: 'user', id: userId }
    await recordAudit(tx, { orgId, actor }, refused, { target, data: { locked } })
    return locked ? accountLocked() : notYours(field)
  })
}

/** What is answered to a wrong password. */
export const notYours = (field: string): AppError => invalid(`${field}: this is not your password`)
