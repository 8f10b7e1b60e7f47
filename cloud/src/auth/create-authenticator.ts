import { type Actor, sitesInScope, type UserCaller } from '../platform/caller.js'
import { AppError, unauthenticated } from '../platform/errors.js'
import type { Authenticator, Origin } from '../platform/http/authenticator.js'
import type { AuthDeps } from './auth-deps.js'
import { findLiveSession } from './session.repository.js'
import { VerifiedTokens } from './verified-tokens.js'

/**
 * Tells who calls from the bearer credential. Session, role and sites are read with each request, so that
 * signing out, demoting and disabling act on the next one.
 */
export function createAuthenticator(deps: AuthDeps): Authenticator {
  const tokens = new VerifiedTokens()
  return {
    async authenticate(token, origin) {
      if (token.startsWith('sa_')) throw new AppError('key_refused', 'this API key is not known')
      return userOf(deps, tokens, token, origin)
    },
  }
}

async function userOf(
  deps: AuthDeps,
  tokens: VerifiedTokens,
  token: string,
  origin: Origin,
): Promise<UserCaller> {
  const now = deps.clock.now()
  const claims = await tokens.claimsOf(token, (id) => deps.keys.find('jwt', id)?.bytes, now)
  if (!claims) throw unauthenticated('the access token is not valid or has expired; sign in again')
  const db = deps.database.forOrg(claims.orgId)
  const session = await findLiveSession(db, claims.orgId, claims.sessionId, new Date(now))
  if (!session || session.user_id !== claims.userId)
    throw unauthenticated('this session has ended; sign in again')
  const actor: Actor = { kind: 'user', id: claims.userId, name: session.display_name, ...origin }
  return {
    kind: 'user',
    orgId: claims.orgId,
    userId: claims.userId,
    sessionId: claims.sessionId,
    role: session.role,
    siteIds: sitesInScope(session.role, session.site_ids),
    actor,
  }
}
