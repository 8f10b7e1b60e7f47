import type { LoginRequest, LoginResponse } from '@sightline/protocol'
import { AppError } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import { addressBlock } from '../../../platform/rate-limit/address-block.js'
import { limitFailures, requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { UserRow } from '../../users/user.table.js'
import { actorOf } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { type Granted, grantAccess, tokenInBody } from '../tokens/grant.js'
import { findAccount } from './find-account.js'
import { isLocked } from './lockout.js'
import { findFailures } from './login-failure.repository.js'
import { openSession } from './open-session.js'
import { refuseLogin } from './refuse-login.js'

/** A minute and address that logins come from, right or wrong. */
const attemptsPerMinute = 300
/** A minute and address, of those that fail. */
const failuresPerMinute = 60
const tooMany = 'too many logins come from this address; wait before the next one'

/**
 * Signs a person in. An unknown address costs as much time as a known one and is answered the same.
 * @throws AppError unauthenticated, after the right password with what is lacking of a second factor; account_disabled only
 *   after the right password; account_locked; rate_limited by the address that the login comes from, over all nodes, or while
 *   too many passwords are being hashed
 */
export async function login(
  deps: AuthDeps,
  body: LoginRequest,
  origin: Origin,
): Promise<Granted<LoginResponse>> {
  const { lookup } = deps.database
  const from = addressBlock(origin.address)
  await requireToken(lookup, { key: `login:${from}`, perMinute: attemptsPerMinute }, tooMany)
  const failures = [{ key: `login-failure:${from}`, perMinute: failuresPerMinute }]
  const outcome = await limitFailures(lookup, failures, tooMany, () => attemptLogin(deps, body, origin))
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** @returns the refusal of a right password without a second factor: that is no failure, and part of each such sign-in */
async function attemptLogin(
  deps: AuthDeps,
  body: LoginRequest,
  origin: Origin,
  isSecond = false,
): Promise<Granted<LoginResponse> | AppError> {
  const now = new Date(deps.clock.now())
  const email = body.email.toLowerCase()
  const { user, accounts, renewedHash } = await findAccount(deps, { ...body, email })
  const locked = isLocked(await findFailures(deps.database.lookup, email), now)
  const refused = { email, accounts, origin, now }
  if (!user || locked) throw await refuseLogin(deps, refused)
  if (!user.enabled) throw await refuseDisabled(deps, user, origin)
  const opened = await openSession(deps, { user, renewedHash, body, origin, now })
  // Who signed in at the same moment may have renewed the hash: this password may be right by it as well.
  if (opened.kind === 'rehashed' && !isSecond) return attemptLogin(deps, body, origin, true)
  if (opened.kind === 'stale' || opened.kind === 'rehashed') throw await refuseLogin(deps, refused)
  if (opened.kind === 'unproved') {
    if (opened.isFailure) throw opened.error
    return opened.error
  }
  const { sessionId, refresh, onlyToSetUp } = opened
  const claims = { orgId: user.org_id, userId: user.id, sessionId, role: user.role }
  const access = await grantAccess(deps, claims, now)
  const toSetUp = onlyToSetUp ? { second_factor_to_set_up: true as const } : {}
  return { body: { ...access, ...tokenInBody(refresh), user: asSessionUser(user), ...toSetUp }, refresh }
}

export function asSessionUser(user: UserRow): LoginResponse['user'] {
  const { id, email, display_name, role, org_id } = user
  return { id, email, display_name, role, org_id }
}

async function refuseDisabled({ database }: AuthDeps, user: UserRow, origin: Origin): Promise<AppError> {
  await database.inOrg(user.org_id, (tx) =>
    recordAudit(tx, { orgId: user.org_id, actor: actorOf(user, origin) }, 'auth.login_failed', {
      target: { kind: 'user', id: user.id },
      data: {
        disabled: true,
      },
    }),
  )
  return new AppError('account_disabled', 'this account is disabled; ask an administrator')
}
