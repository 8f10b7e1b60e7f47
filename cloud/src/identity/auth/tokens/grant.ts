import { toTimestamp } from '../../../platform/database/parsing.js'
import type { AuthDeps } from '../auth-deps.js'
import { type AccessClaims, accessTokenSec, signAccessToken } from './access-token.js'

/** A refresh token on its way to its client; of it only the hash is stored. */
export interface RefreshGrant {
  readonly token: string
  readonly clientType: 'web' | 'mobile'
  /** The end of the session, which no refresh moves. */
  readonly expiresAt: Date
}

/** What a login or a refresh answers, and the refresh token that goes with it. */
export interface Granted<T> {
  readonly body: T
  readonly refresh: RefreshGrant
}

/** The access token of an answer. */
export async function grantAccess(
  { keys }: Pick<AuthDeps, 'keys'>,
  claims: AccessClaims,
  now: Date,
): Promise<{ access_token: string; expires_at: string }> {
  return {
    access_token: await signAccessToken(claims, keys.current('jwt'), now.getTime()),
    expires_at: toTimestamp(new Date(now.getTime() + accessTokenSec * 1000)),
  }
}

/** A web client has its refresh token in the cookie, any other in the body. */
export function tokenInBody({ clientType, token }: RefreshGrant): { refresh_token?: string } {
  return clientType === 'web' ? {} : { refresh_token: token }
}
