import type { LoginRequest, SecondFactorMethod } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import { type AppError, forbidden } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import { hashOfSecret, makeSecret } from '../../../platform/secrets/secret-token.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { UserRow } from '../../users/user.table.js'
import { actorOf, lockUser, noteUse, setPassword } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { proveSecondFactor } from '../second-factors/prove-second-factor.js'
import { insertSession } from '../sessions/session.repository.js'
import { signsInByIssuer } from '../single-sign-on/signs-in-by-issuer.js'
import type { RefreshGrant } from '../tokens/grant.js'
import { isLocked } from './lockout.js'
import { clearFailuresOfOnly, codesOf, holdFailures, lockFailures } from './login-failure.repository.js'

const dayMs = 24 * 60 * 60 * 1000
const byIssuerAlone = 'this account signs in by single sign-on: use the sign-in page of your organisation'

/** A sign-in whose password was right when it was looked at. */
interface Entering {
  readonly user: UserRow
  /** Kept in place of the hash of the password, once it is proved; null: that stays. */
  readonly renewedHash: string | null
  readonly body: LoginRequest
  readonly origin: Origin
  readonly now: Date
}

export type Opened =
  | {
      readonly kind: 'opened'
      readonly sessionId: string
      readonly refresh: RefreshGrant
      /** Good for setting up a second factor alone. */
      readonly onlyToSetUp: boolean
    }
  /** While the password was hashed, the address was locked, or the account disabled. */
  | { readonly kind: 'stale' }
  /** While the password was hashed, another hash took its place: of a new password, or of the same one in its normal form. */
  | { readonly kind: 'rehashed' }
  /** `isFailure`: a wrong second factor was sent. Not so where none was, or where the person signs in by an issuer. */
  | { readonly kind: 'unproved'; readonly error: AppError; readonly isFailure: boolean }

/** Opens a session for somebody whose password is right, if their second factor is. */
export function openSession(
  deps: Pick<AuthDeps, 'database' | 'secretBox' | 'publicUrl'>,
  entering: Entering,
): Promise<Opened> {
  const { user, renewedHash, body, origin, now } = entering
  const orgId = user.org_id
  const email = user.email.toLowerCase()
  return deps.database.inOrg(orgId, async (tx): Promise<Opened> => {
    if (isLocked(await lockFailures(tx, email), now)) return { kind: 'stale' }
    // Whoever sends a code waits here for who sent one before, and hears of what those were.
    const codes = codesOf(user.id)
    const failures = body.second_factor ? await holdFailures(tx, codes, now) : await lockFailures(tx, codes)
    const known = await lockUser(tx, orgId, user.id)
    if (!known?.enabled) return { kind: 'stale' }
    if (known.password_hash !== user.password_hash) return { kind: 'rehashed' }
    if (await signsInByIssuer(tx, known))
      return { kind: 'unproved', error: forbidden(byIssuerAlone), isFailure: false }
    const judged = await proveSecondFactor(deps, tx, {
      user,
      proof: body.second_factor,
      failures,
      origin,
      now,
    })
    if (judged.kind === 'refused') {
      return { kind: 'unproved', error: judged.error, isFailure: judged.isFailure }
    }
    await noteUse(tx, user, now)
    if (renewedHash !== null) await setPassword(tx, { orgId, userId: user.id }, renewedHash)
    await clearFailuresOfOnly(tx, email)
    const onlyToSetUp = judged.kind === 'to_set_up'
    const stored = await storeSession(tx, {
      user,
      origin,
      now,
      clientType: body.client_type,
      lastsMs: (body.remember_me ? 30 : 7) * dayMs,
      onlyToSetUp,
      ...(judged.kind === 'proved' && { by: { second_factor: judged.by } }),
    })
    return { kind: 'opened', ...stored, onlyToSetUp }
  })
}

/** A session of somebody who may come in. */
interface NewSession {
  readonly user: UserRow
  readonly origin: Origin
  readonly now: Date
  readonly clientType: 'web' | 'mobile'
  readonly lastsMs: number
  readonly onlyToSetUp: boolean
  /** By what they came in beside a password, for the audit. */
  readonly by?: { second_factor: SecondFactorMethod } | { single_sign_on: string }
}

/** Stores a session and says so in the audit. */
export async function storeSession(
  tx: Tx,
  { user, origin, now, clientType, lastsMs, onlyToSetUp, by }: NewSession,
): Promise<{ sessionId: string; refresh: RefreshGrant }> {
  const orgId = user.org_id
  const sessionId = uuidv7()
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + lastsMs)
  await insertSession(tx, {
    org_id: orgId,
    id: sessionId,
    user_id: user.id,
    client_type: clientType,
    user_agent: boundAgent(origin),
    address: origin.address,
    refresh_hash: hashOfSecret(token),
    refresh_rotated_at: now,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
    only_to_set_up: onlyToSetUp,
  })
  await recordAudit(tx, { orgId, actor: actorOf(user, origin) }, 'auth.login', {
    target: { kind: 'session', id: sessionId },
    ...(by && { data: by }),
  })
  return { sessionId, refresh: { token, clientType, expiresAt } }
}

/** The user agent that a session is bound to, as far as it is kept. */
export const boundAgent = ({ userAgent }: Origin): string => userAgent.slice(0, 512)
