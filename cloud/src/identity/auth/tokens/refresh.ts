import { createHmac } from 'node:crypto'
import type { RefreshResponse } from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import { unauthenticated } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import { addressBlock } from '../../../platform/rate-limit/address-block.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { hashOfSecret } from '../../../platform/secrets/secret-token.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { UserRow } from '../../users/user.table.js'
import { actorOf, findUser } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { boundAgent } from '../login/open-session.js'
import {
  findSessionOfRefreshToken,
  insertRefreshToken,
  lockSession,
  type SessionRow,
  saveSession,
} from '../sessions/session.repository.js'
import { revokeSessions } from '../sessions/session.service.js'
import { type Granted, grantAccess, tokenInBody } from './grant.js'
import { judgeRefresh } from './refresh-verdict.js'

/** A minute and address, right or wrong. */
const attemptsPerMinute = 300
const tooMany = 'too many refreshes come from this address; wait before the next one'

/** A refresh token and the way it came. */
interface PresentedToken {
  readonly token: string | undefined
  readonly clientType: 'web' | 'mobile'
}

/**
 * Gives a new access token for a refresh token, which its successor replaces when that is used. Parallel calls with one token,
 * and later ones whose answer was lost, all get the same successor. A token of the past ends the session.
 * @throws AppError unauthenticated if the token is unknown, ended, expired, or comes from another user agent; rate_limited
 */
export async function refresh(
  deps: AuthDeps,
  { token, clientType }: PresentedToken,
  origin: Origin,
): Promise<Granted<RefreshResponse>> {
  const { database } = deps
  const from = addressBlock(origin.address)
  await requireToken(database.lookup, { key: `refresh:${from}`, perMinute: attemptsPerMinute }, tooMany)
  const now = new Date(deps.clock.now())
  const place = token && (await findSessionOfRefreshToken(database.lookup, hashOfSecret(token)))
  const moved =
    place &&
    (await database.inOrg(place.orgId, (tx) => moveOn(deps, tx, place, { token, clientType, origin, now })))
  if (!moved) throw unauthenticated('the refresh token is not valid or has expired; sign in again')
  const { user, session, next } = moved
  const claims = { orgId: user.org_id, userId: user.id, sessionId: session.id, role: user.role }
  const granted = { token: next, clientType, expiresAt: session.expires_at }
  return { body: { ...(await grantAccess(deps, claims, now)), ...tokenInBody(granted) }, refresh: granted }
}

interface Presented {
  readonly token: string
  readonly clientType: 'web' | 'mobile'
  readonly origin: Origin
  readonly now: Date
}

interface Moved {
  readonly user: UserRow
  readonly session: SessionRow
  readonly next: string
}

/** Brings the session on by one token, or does what else the token calls for; undefined if it is refused. */
async function moveOn(
  deps: AuthDeps,
  tx: Tx,
  { orgId, sessionId }: { orgId: string; sessionId: string },
  presented: Presented,
): Promise<Moved | undefined> {
  const { token, clientType, origin, now } = presented
  const session = await lockSession(tx, orgId, sessionId)
  const user = session && (await findUser(tx, orgId, session.user_id))
  if (!session || !user?.enabled) return undefined
  const tokenHash = hashOfSecret(token)
  const verdict = judgeRefresh(session, { tokenHash, clientType, userAgent: boundAgent(origin), now })
  switch (verdict) {
    case 'rotate':
      return { user, session, next: await rotate(deps, tx, session, presented) }
    case 'repeat':
      return { user, session, next: await repeat(deps, tx, session, presented) }
    case 'refuse':
      return undefined
    case 'reused':
    case 'agent_differs':
      await refuse(tx, { user, session, verdict, origin })
      return undefined
  }
}

async function rotate(
  deps: AuthDeps,
  tx: Tx,
  session: SessionRow,
  { token, now }: Presented,
): Promise<string> {
  const { org_id: orgId, id } = session
  const next = successorOf(deps.keys.current('refresh').bytes, id, token)
  await saveSession(tx, orgId, id, {
    refresh_hash: hashOfSecret(next),
    previous_refresh_hash: session.refresh_hash,
    refresh_rotated_at: now,
    last_used_at: now,
  })
  await insertRefreshToken(tx, orgId, id, hashOfSecret(next))
  return next
}

/**
 * Gives the token in force once more to who has the one before. Where the key that made it is no longer known, another
 * comes into force in its stead, which nobody had.
 */
async function repeat(
  deps: AuthDeps,
  tx: Tx,
  session: SessionRow,
  { token, now }: Presented,
): Promise<string> {
  const { org_id: orgId, id } = session
  const known = successorsOf(deps, id, token).find((one) => session.refresh_hash.equals(hashOfSecret(one)))
  if (known !== undefined) {
    await saveSession(tx, orgId, id, { last_used_at: now })
    return known
  }
  const next = successorOf(deps.keys.current('refresh').bytes, id, token)
  await saveSession(tx, orgId, id, { refresh_hash: hashOfSecret(next), last_used_at: now })
  await insertRefreshToken(tx, orgId, id, hashOfSecret(next))
  return next
}

async function refuse(
  tx: Tx,
  {
    user,
    session: { org_id: orgId, id },
    verdict,
    origin,
  }: { user: UserRow; session: SessionRow; verdict: 'reused' | 'agent_differs'; origin: Origin },
): Promise<void> {
  if (verdict === 'reused')
    await revokeSessions(tx, { orgId, userId: user.id, only: id, reason: 'refresh_reused' })
  const action = verdict === 'reused' ? 'auth.refresh_reused' : 'auth.refresh_refused'
  await recordAudit(tx, { orgId, actor: actorOf(user, origin) }, action, {
    target: { kind: 'session', id },
    data: { reason: verdict },
  })
}

/**
 * The token that follows one: 256 bits that only the service can compute, and always the same, so that calls at once, or
 * a second one whose first answer was lost, cannot fork the session.
 */
function successorOf(key: Buffer, sessionId: string, token: string): string {
  return createHmac('sha256', key).update(`${sessionId} ${token}`).digest('base64url')
}

/** Under every key that may have been the current one a moment ago. */
function successorsOf({ keys }: AuthDeps, sessionId: string, token: string): string[] {
  return keys.all('refresh').map(({ bytes }) => successorOf(bytes, sessionId, token))
}
