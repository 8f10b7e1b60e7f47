import type { Caller } from '../../platform/caller.js'
import { unauthenticated } from '../../platform/errors.js'
import type { Origin } from '../../platform/http/authenticator.js'
import type { Platform } from '../../platform/platform.js'
import { findAccountOfKey } from './service-account-call.repository.js'
import { asAccountCaller, ServiceAccountCalls } from './service-account-calls.js'
import { findActiveSession } from './sessions/session.repository.js'
import { asSessionCaller } from './sessions/session-caller.js'
import { verifyAccessToken } from './tokens/access-token.js'

type StandingDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

/** By what somebody calls: a session, or a key. It says who it was, not whether it still holds. */
export type Credential =
  | { readonly kind: 'session'; readonly orgId: string; readonly id: string; readonly userId: string }
  | { readonly kind: 'key'; readonly orgId: string; readonly id: string; readonly serviceAccountId: string }

/** A bearer credential that was proven, for what outlives a request. */
export interface Proven {
  readonly caller: Caller
  readonly credential: Credential
  /** When the access token ends; null for a key. */
  readonly expiresAt: Date | null
}

const badToken = 'the access token is not valid or has expired; sign in again'

/** By what a caller calls. */
export function credentialOf(caller: Caller): Credential {
  return caller.kind === 'user'
    ? { kind: 'session', orgId: caller.orgId, id: caller.sessionId, userId: caller.userId }
    : { kind: 'key', orgId: caller.orgId, id: caller.keyId, serviceAccountId: caller.serviceAccountId }
}

/** When a bearer token ends; null for a key. @throws AppError unauthenticated for what is no valid access token */
export async function endOfToken(
  { keys, clock }: Pick<StandingDeps, 'keys' | 'clock'>,
  token: string,
): Promise<Date | null> {
  if (token.startsWith('sa_')) return null
  const claims = await verifyAccessToken(token, (id) => keys.find('jwt', id)?.bytes, clock.now())
  if (!claims) throw unauthenticated(badToken)
  return new Date(claims.expiresAtMs)
}

/**
 * Finds who calls, as the authenticator does, but asks PostgreSQL each time. A key's call counts.
 * @param token an access token, or a key that begins with `sa_`
 * @throws AppError unauthenticated, key_refused, rate_limited
 */
export async function proveCredential(deps: StandingDeps, token: string, origin: Origin): Promise<Proven> {
  if (token.startsWith('sa_')) {
    const { caller } = await new ServiceAccountCalls(deps.database).callerOf(token, origin)
    return { caller, credential: credentialOf(caller), expiresAt: null }
  }
  const claims = await verifyAccessToken(token, (id) => deps.keys.find('jwt', id)?.bytes, deps.clock.now())
  if (!claims) throw unauthenticated(badToken)
  const { orgId, userId, sessionId, expiresAtMs } = claims
  const credential: Credential = { kind: 'session', orgId, id: sessionId, userId }
  const caller = await findStanding(deps, credential, origin)
  if (!caller) throw unauthenticated('this session has ended; sign in again')
  return { caller, credential, expiresAt: new Date(expiresAtMs) }
}

/**
 * Whoever the credential speaks for as they stand now, with today's role and sites; null if the session has ended, the
 * key is not in force, the person or account is disabled, or the session is good for setting up a second factor alone. It
 * counts as no call.
 */
export async function findStanding(
  { database, clock }: Pick<StandingDeps, 'database' | 'clock'>,
  credential: Credential,
  origin: Origin,
): Promise<Caller | null> {
  const { orgId, id } = credential
  const db = database.forOrg(orgId)
  switch (credential.kind) {
    case 'session': {
      const { userId } = credential
      const session = await findActiveSession(db, orgId, id, new Date(clock.now()))
      return session?.user_id === userId && !session.only_to_set_up
        ? asSessionCaller({ orgId, userId, sessionId: id }, session, origin)
        : null
    }
    case 'key': {
      const key = { orgId, keyId: id, accountId: credential.serviceAccountId }
      const account = await findAccountOfKey(db, key)
      return account ? asAccountCaller(key, account, origin) : null
    }
  }
}
