import type { Caller, GatewayCaller } from '../caller.js'

/** Where a request came from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export function originOf(request: { ip: string; headers: { 'user-agent'?: string | undefined } }): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

/** What is left to a caller whose calls are limited: the three `X-RateLimit-*` headers of each answer. */
export interface Allowance {
  /** Calls at once, and as many a minute. */
  readonly limit: number
  /** Calls left after this one. */
  readonly remaining: number
  /** Seconds until all of them are back. */
  readonly fullInSec: number
}

export interface Authenticated {
  readonly caller: Caller | GatewayCaller
  /** Of a service account; people are not limited. */
  readonly allowance?: Allowance
}

/** Turns the bearer credential of a request into its caller. The auth slice provides it. */
export interface Authenticator {
  /**
   * @param token what follows `Bearer `: an access token, or a key that begins with `sa_` or `gw_`.
   * @throws AppError unauthenticated, key_refused (a bad or disabled key), rate_limited.
   */
  authenticate(token: string, origin: Origin): Promise<Authenticated>
}
