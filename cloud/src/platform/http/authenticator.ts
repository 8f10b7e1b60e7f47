import type { Caller, GatewayCaller } from '../caller.js'

/** Where a request came from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export function originOf(request: { ip: string; headers: { 'user-agent'?: string | undefined } }): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

/** Turns the bearer credential of a request into its caller. The auth slice provides it. */
export interface Authenticator {
  /**
   * @param token what follows `Bearer `: an access token, or a key that begins with `sa_` or `gw_`.
   * @throws AppError unauthenticated, key_refused (a bad or disabled key), rate_limited.
   */
  authenticate(token: string, origin: Origin): Promise<Caller | GatewayCaller>
}
