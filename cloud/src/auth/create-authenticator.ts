import { type Actor, sitesInScope, type UserCaller } from '../platform/caller.js'
import { unauthenticated } from '../platform/errors.js'
import type { Authenticator, Origin } from '../platform/http/authenticator.js'
import type { Platform } from '../platform/platform.js'
import type { VerifiedClaims } from './access-token.js'
import { ServiceAccountCalls } from './service-account-calls.js'
import type { LiveSession } from './session.repository.js'
import { SessionCache } from './session-cache.js'
import { VerifiedTokens } from './verified-tokens.js'

/**
 * Tells who calls from the bearer credential. What it remembers of a person is forgotten when their access changes, so
 * that signing out, demoting and disabling act on the next request.
 */
export function createAuthenticator(
  deps: Pick<Platform, 'database' | 'clock' | 'keys' | 'listener'>,
): Authenticator {
  const tokens = new VerifiedTokens()
  const sessions = new SessionCache(deps)
  const keys = new ServiceAccountCalls(deps.database)
  return {
    async authenticate(token, origin) {
      if (token.startsWith('sa_')) return keys.callerOf(token, origin)
      const keyById = (id: string) => deps.keys.find('jwt', id)?.bytes
      const claims = await tokens.claimsOf(token, keyById, deps.clock.now())
      if (!claims) throw unauthenticated('the access token is not valid or has expired; sign in again')
      const session = await sessions.find(claims)
      if (!session) throw unauthenticated('this session has ended; sign in again')
      return { caller: asCaller(claims, session, origin) }
    },
  }
}

function asCaller(claims: VerifiedClaims, session: LiveSession, origin: Origin): UserCaller {
  const { orgId, userId, sessionId } = claims
  const actor: Actor = { kind: 'user', id: userId, name: session.display_name, ...origin }
  return {
    kind: 'user',
    orgId,
    userId,
    sessionId,
    role: session.role,
    siteIds: sitesInScope(session.role, session.site_ids),
    actor,
  }
}
