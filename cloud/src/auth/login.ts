import type { LoginRequest, LoginResponse } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import { addressBlock } from '../platform/address-block.js'
import type { Actor } from '../platform/caller.js'
import { AppError } from '../platform/errors.js'
import type { Origin } from '../platform/http/authenticator.js'
import { countingFailures, requireToken } from '../platform/rate-bucket.js'
import { hashOfSecret, makeSecret } from '../platform/secret-token.js'
import { noteUse, type UserRow } from './auth.repository.js'
import type { AuthDeps } from './auth-deps.js'
import { findAccount } from './find-account.js'
import { type Granted, grantAccess, type RefreshGrant, tokenInBody } from './grant.js'
import { isLocked } from './lockout.js'
import { clearFailuresOfOnly, findFailures, lockFailures } from './login-failure.repository.js'
import { refuseLogin } from './refuse-login.js'
import { insertSession } from './session.repository.js'

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
export async function login(
  deps: AuthDeps,
  body: LoginRequest,
  origin: Origin,
): Promise<Granted<LoginResponse>> {
  const { lookup } = deps.database
  const from = addressBlock(origin.address)
  await requireToken(lookup, { key: `login:${from}`, perMinute: attemptsPerMinute }, tooMany)
  const failures = [{ key: `login-failure:${from}`, perMinute: failuresPerMinute }]
  return countingFailures(lookup, failures, tooMany, () => attemptLogin(deps, body, origin))
}

async function attemptLogin(
  deps: AuthDeps,
  body: LoginRequest,
  origin: Origin,
): Promise<Granted<LoginResponse>> {
  const now = new Date(deps.clock.now())
  const email = body.email.toLowerCase()
  const { user, places } = await findAccount(deps, { ...body, email })
  const locked = isLocked(await findFailures(deps.database.lookup, email), now)
  const refused = { email, places, origin, now }
  if (!user || locked) throw await refuseLogin(deps, refused)
  if (!user.enabled) throw await refuseDisabled(deps, user, origin)
  const session = await openSession(deps, user, body, origin, now)
  if (!session) throw await refuseLogin(deps, refused)
  const { sessionId, refresh } = session
  const claims = { orgId: user.org_id, userId: user.id, sessionId, role: user.role }
  const access = await grantAccess(deps, claims, now)
  return { body: { ...access, ...tokenInBody(refresh), user: asSessionUser(user) }, refresh }
}

export function asSessionUser(user: UserRow): LoginResponse['user'] {
  const { id, email, display_name, role, org_id } = user
  return { id, email, display_name, role, org_id }
}

async function refuseDisabled({ database }: AuthDeps, user: UserRow, origin: Origin): Promise<AppError> {
  await database.inOrg(user.org_id, (tx) =>
    recordAudit(
      tx,
      user.org_id,
      actorOf(user, origin),
      'auth.login_failed',
      { kind: 'user', id: user.id },
      {
        disabled: true,
      },
    ),
  )
  return new AppError('account_disabled', 'this account is disabled; ask an administrator')
}

/** Undefined if, while the password was hashed, the address was locked, the password changed or the account disabled. */
function openSession(
  { database }: AuthDeps,
  user: UserRow,
  body: LoginRequest,
  origin: Origin,
  now: Date,
): Promise<{ sessionId: string; refresh: RefreshGrant } | undefined> {
  const sessionId = uuidv7()
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + (body.remember_me ? 30 : 7) * dayMs)
  const orgId = user.org_id
  return database.inOrg(orgId, async (tx) => {
    const email = user.email.toLowerCase()
    if (isLocked(await lockFailures(tx, email), now)) return undefined
    if (!(await noteUse(tx, user, now))) return undefined
    await clearFailuresOfOnly(tx, email)
    await insertSession(tx, {
      org_id: orgId,
      id: sessionId,
      user_id: user.id,
      client_type: body.client_type,
      user_agent: boundAgent(origin),
      address: origin.address,
      refresh_hash: hashOfSecret(token),
      refresh_rotated_at: now,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    await recordAudit(tx, orgId, actorOf(user, origin), 'auth.login', { kind: 'session', id: sessionId })
    return { sessionId, refresh: { token, clientType: body.client_type, expiresAt } }
  })
}

export function actorOf({ id, display_name: name }: UserRow, origin: Origin): Actor {
  return { kind: 'user', id, name, ...origin }
}

/** The user agent that a session is bound to, as far as it is kept. */
export const boundAgent = ({ userAgent }: Origin): string => userAgent.slice(0, 512)
