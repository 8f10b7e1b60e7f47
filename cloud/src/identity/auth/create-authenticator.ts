import { unauthenticated } from '../../platform/errors.js'
import type { Authenticator } from '../../platform/http/authenticator.js'
import type { Platform } from '../../platform/platform.js'
import { ServiceAccountCalls } from './service-account-calls.js'
import { SessionCache } from './sessions/session-cache.js'
import { asSessionCaller } from './sessions/session-caller.js'
import { VerifiedTokens } from './tokens/verified-tokens.js'

/**
 * Finds who calls by the bearer credential. What it remembers of a person is forgotten when their access changes, so
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
      return { caller: asSessionCaller(claims, session, origin) }
    },
  }
}
