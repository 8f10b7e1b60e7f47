import { createHash, randomBytes } from 'node:crypto'
import type { LoginRequest, LoginResponse } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import type { Actor } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { AppError, unauthenticated } from '../platform/errors.js'
import type { Origin } from '../platform/http/authenticator.js'
import { countingFailures, requireToken } from '../platform/rate-bucket.js'
import { accessTokenSec, signAccessToken } from './access-token.js'
import {
  clearFailures,
  findFailures,
  findUser,
  listAccountsOf,
  moveFailures,
  noteUse,
  type UserRow,
} from './auth.repository.js'
import type { AuthDeps } from './auth-deps.js'
import { afterFailure, isLocked } from './lockout.js'
import { insertSession } from './session.repository.js'

/** Accounts of one address whose passwords are tried at most. */
const accountsTried = 3

const dayMs = 24 * 60 * 60 * 1000

/** A minute and address that logins come from, right or wrong. */
const attemptsPerMinute = 300
/** A minute and address, of those that fail. */
const failuresPerMinute = 60
const tooMany = 'too many logins come from this address; wait before the next one'

/**
 * Signs a person in. An unknown address costs as much time as a known one and is answered the same.
 * @throws AppError unauthenticated; account_disabled only after the right password; account_locked; rate_limited by
 *   the address that the login comes from, over all nodes, or while too many passwords are being hashed
 */
export async function login(deps: AuthDeps, body: LoginRequest, origin: Origin): Promise<LoginResponse> {
  const { lookup } = deps.database
  const { address } = origin
  await requireToken(lookup, { key: `login:${address}`, perMinute: attemptsPerMinute }, tooMany)
  const failures = [{ key: `login-failure:${address}`, perMinute: failuresPerMinute }]
  return countingFailures(lookup, failures, tooMany, () => attemptLogin(deps, body, origin))
}

async function attemptLogin(deps: AuthDeps, body: LoginRequest, origin: Origin): Promise<LoginResponse> {
  const now = new Date(deps.clock.now())
  const email = body.email.toLowerCase()
  const user = await accountWithPassword(deps, email, body)
  const locked = isLocked(await findFailures(deps.database.lookup, email), now)
  if (!user) return refuse(deps, email, now)
  if (locked) throw new AppError('account_locked', 'too many failed logins; try again in 15 minutes')
  if (!user.enabled) throw new AppError('account_disabled', 'this account is disabled; ask an administrator')
  await clearFailures(deps.database.lookup, email)
  const sessionId = await openSession(deps, user, body, origin, now)
  const claims = { orgId: user.org_id, userId: user.id, sessionId, role: user.role }
  return {
    access_token: await signAccessToken(claims, deps.keys.current('jwt'), now.getTime()),
    expires_at: toTimestamp(new Date(now.getTime() + accessTokenSec * 1000)),
    user: {
      id: user.id,
      email: user.email,
      display_name: user.display_name,
      role: user.role,
      org_id: user.org_id,
    },
  }
}

/** The account whose password it is; of several the one that was used last. At least one hash is computed. */
async function accountWithPassword(
  deps: AuthDeps,
  email: string,
  body: LoginRequest,
): Promise<UserRow | undefined> {
  const accounts = await listAccountsOf(deps.database.lookup, email)
  const chosen = accounts.filter((account) => !body.org_id || account.org_id === body.org_id)
  const users: UserRow[] = []
  for (const { org_id: orgId, user_id: userId } of chosen) {
    const user = await findUser(deps.database.forOrg(orgId), orgId, userId)
    if (user?.password_hash) users.push(user)
  }
  const tried = users.toSorted(byLastUse).slice(0, accountsTried)
  if (tried.length === 0) await deps.passwords.verifyNothing(body.password)
  let found: UserRow | undefined
  for (const user of tried) {
    const right = await deps.passwords.verify(user.password_hash ?? '', body.password)
    if (right) found ??= user
  }
  return found
}

function byLastUse(a: UserRow, b: UserRow): number {
  return (b.last_used_at?.getTime() ?? 0) - (a.last_used_at?.getTime() ?? 0)
}

async function refuse(deps: AuthDeps, email: string, now: Date): Promise<never> {
  const failures = await moveFailures(deps.database.lookup, email, (known) => afterFailure(known, now), now)
  await auditFailure(deps, email)
  if (isLocked(failures, now))
    throw new AppError('account_locked', 'too many failed logins; try again in 15 minutes')
  throw unauthenticated('the e-mail address or the password is wrong')
}

/** A failed login is noted in each organisation that the address has an account in. */
async function auditFailure(deps: AuthDeps, email: string): Promise<void> {
  for (const { org_id: orgId, user_id: userId } of await listAccountsOf(deps.database.lookup, email)) {
    const actor: Actor = { kind: 'user', id: userId, name: email }
    await deps.database.inOrg(orgId, (tx) =>
      recordAudit(tx, orgId, actor, 'auth.login_failed', { kind: 'user', id: userId }),
    )
  }
}

async function openSession(
  deps: AuthDeps,
  user: UserRow,
  body: LoginRequest,
  origin: Origin,
  now: Date,
): Promise<string> {
  const id = uuidv7()
  const days = body.remember_me ? 30 : 7
  await deps.database.inOrg(user.org_id, async (tx) => {
    await insertSession(tx, {
      org_id: user.org_id,
      id,
      user_id: user.id,
      client_type: body.client_type,
      user_agent: origin.userAgent.slice(0, 512),
      address: origin.address,
      refresh_hash: createHash('sha256').update(randomBytes(32)).digest(),
      expires_at: new Date(now.getTime() + days * dayMs),
    })
    await noteUse(tx, user.org_id, user.id, now)
    const actor: Actor = {
      kind: 'user',
      id: user.id,
      name: user.display_name,
      address: origin.address,
      userAgent: origin.userAgent,
    }
    await recordAudit(tx, user.org_id, actor, 'auth.login', { kind: 'session', id })
  })
  return id
}
