import { type VerifiedClaims, verifyAccessToken } from './access-token.js'

/** Verifying a signature costs more than the rest of a small request; a client sends its token many times. */
const most = 10_000
/** A key that was taken away counts no longer than this, milliseconds. */
const keptMs = 60_000

interface Verified {
  readonly claims: VerifiedClaims
  readonly untilMs: number
}

/**
 * Access tokens whose signature was verified a short while ago. Only what a token says is kept: whether its
 * session still lives is for the caller to ask each time.
 */
export class VerifiedTokens {
  readonly #verified = new Map<string, Verified>()

  /**
   * The claims of a token, as `verifyAccessToken` gives them.
   * @param nowMs milliseconds since the epoch
   */
  async claimsOf(
    token: string,
    keyById: (id: string) => Uint8Array | undefined,
    nowMs: number,
  ): Promise<VerifiedClaims | null> {
    const known = this.#verified.get(token)
    if (known !== undefined && nowMs < known.untilMs) return known.claims
    this.#verified.delete(token)
    const claims = await verifyAccessToken(token, keyById, nowMs)
    if (claims !== null) this.#keep(token, claims, nowMs)
    return claims
  }

  #keep(token: string, claims: VerifiedClaims, nowMs: number): void {
    if (this.#verified.size >= most) this.#verified.clear()
    this.#verified.set(token, { claims, untilMs: Math.min(nowMs + keptMs, claims.expiresAtMs) })
  }
}
