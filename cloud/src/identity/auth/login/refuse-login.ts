import type { Actor } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { AppError, unauthenticated } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { AccountRef } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { type NamedAccounts, noAccount } from './find-account.js'
import { afterFailure, isLocked } from './lockout.js'
import { insertUnknownLogin, moveFailures } from './login-failure.repository.js'

/** A login that is refused: whom it named, and where it came from. */
interface RefusedLogin {
  readonly email: string
  readonly accounts: NamedAccounts['accounts']
  readonly origin: Origin
  readonly now: Date
}

/**
 * Counts a failed login and notes it, in one transaction of the same statements whether or not anybody has the address.
 * While the address is locked a right password comes here too: neither answer nor time distinguishes it from a wrong one.
 * @returns what to answer
 */
export async function refuseLogin(
  { database }: Pick<AuthDeps, 'database'>,
  refused: RefusedLogin,
): Promise<AppError> {
  const { email, now } = refused
  const [first, ...others] = refused.accounts
  const locked = await database.inOrg(first.orgId, async (tx) => {
    const failures = await moveFailures(tx, email, (known) => afterFailure(known, now), now)
    await noteFailure(tx, first, refused, isLocked(failures, now))
    return isLocked(failures, now)
  })
  for (const account of others) {
    await database.inOrg(account.orgId, (tx) => noteFailure(tx, account, refused, locked))
  }
  return locked ? accountLocked() : unauthenticated('the e-mail address or the password is wrong')
}

export function accountLocked(): AppError {
  return new AppError('account_locked', 'too many failed logins; try again in 15 minutes')
}

async function noteFailure(
  tx: Tx,
  account: AccountRef,
  { email, origin }: RefusedLogin,
  locked: boolean,
): Promise<void> {
  if (account === noAccount) return insertUnknownLogin(tx, email, origin, { locked })
  const actor: Actor = { kind: 'user', id: account.userId, name: email, ...origin }
  await recordAudit(tx, { orgId: account.orgId, actor }, 'auth.login_failed', {
    target: { kind: 'user', id: account.userId },
    data: { locked },
  })
}
